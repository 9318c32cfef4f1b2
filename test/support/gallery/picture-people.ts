import type { Lane, RunnerRow } from "#shared/contract/roster.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";

/** The people of the design's pictures. */
const date = new Date();
const two = (value: number): string => String(value).padStart(2, "0");
export const today = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
export const eventId = "harbour-hills";

const runs = [
  ["half", "Half", "09:00"],
  ["10k", "10K", "09:30"],
  ["5k", "5K", "10:15"],
  ["kids", "Kids", "10:45"],
] as const;

type RunId = (typeof runs)[number][0];

function person(
  id: string,
  runId: RunId,
  bib: string | null,
  name: string | null,
  email: string,
  more: Partial<RunnerRow> = {},
): RunnerRow {
  const position = runs.findIndex(([each]) => each === runId);
  const [, runLabel, runStartTime] = runs[position] ?? ["", "", null];
  return sampleRunner({
    id,
    runId,
    runLabel,
    runPosition: position,
    runStartTime,
    name,
    email,
    bib,
    ...more,
  });
}

const cameIn = (minutesAgo: number, desk: string, operator: string) => ({
  checkedIn: { desk, operator, atMs: Date.now() - minutesAgo * 60_000 },
});

export const people: readonly RunnerRow[] = [
  person("amara", "10k", "1042", "Amara Okafor", "a.okafor@posteo.net", { paceGroup: "55 min" }),
  person("chidi", "10k", "1043", "Chidi Okafor", "a.okafor@posteo.net"),
  person("zoe", "kids", "A12", "Zoë Okafor", "a.okafor@posteo.net"),
  person("tuomas", "10k", "1038", "Tuomas Okasalmi-Väänänen", "tuomas.ov@kapsi.fi", {
    ...cameIn(1, "Desk 1", "Mei Tanaka"),
  }),
  person(
    "precious",
    "half",
    "317",
    "Precious Oluwaseun Okadigbo-Chukwuemeka",
    "precious.oc@fastmail.com",
  ),
  person("okamoto", "10k", "1604", "岡本 さくら", "s.okamoto@tokyo-rc.jp", {
    standing: "waitlist",
    registrationStatus: "waitlist",
  }),
  person("nour", "5k", null, "نور الدين عكّاشة", "n.okasha@mail.eg"),
  person("grzegorz", "half", "388", "Grzegorz Brzęczyszczykiewicz", "g.brzeczyszczykiewicz@wp.pl", {
    paceGroup: "1:45",
    ...cameIn(19, "Desk 2", "Jonas Weber"),
  }),
  person("ximena", "kids", "A388", "Ximena Ñáñez", "familia.nanez@correo.mx"),
  person("thordis", "10k", "1388", "Þórdís Guðmundsdóttir", "thordis@simnet.is", {
    paceGroup: "65 min",
  }),
  person("gudrun", "half", "45", "Gudrun Ensslin-Österreicher", "gudrun.eo@web.de"),
  person("angel", "5k", "2710", "Ángel Gudiño", "a.gudino@correo.mx", {
    standing: "refunded",
    registrationStatus: "refunded",
  }),
  person("avigail", "5k", "2388", "אביגיל בן־דוד", "avigail.bd@walla.co.il"),
  person("elodie", "10k", "1187", "Élodie Vandenbroucke-Saïdi", "e.vds@telenet.be"),
  person("siobhan", "half", "7", "Siobhán Ní Bhriain", "siobhan@nibhriain.ie"),
  person("abdul", "half", "007", "عبد الرحمن بن يوسف الأندلسي", "a.alandalusi@iam.ma", {
    teamId: "ATL-14",
  }),
  person(
    "long",
    "half",
    "ELITE-00000042",
    null,
    "somebody.with.a.very.long.address@organisation.example",
  ),
  person("k31", "kids", "K31", "王雨桐", "yutong@example.cn", cameIn(2, "Desk 1", "Mei Tanaka")),
  person("ourania", "half", "417", "Οὐρανία Παπαδοπούλου", "ourania@example.gr", {
    ...cameIn(3, "Desk 1", "Mei Tanaka"),
  }),
  person("ngozi", "5k", "2201", "Ngozi Adéyẹmí-Balogun", "ngozi@example.ng", {
    ...cameIn(4, "Desk 1", "Mei Tanaka"),
  }),
  person("alakkari", "half", "0071", "نور الدين العكّاري", "n.alakkari@mail.eg", {
    ...cameIn(5, "Desk 1", "Mei Tanaka"),
  }),
];

const counts: readonly (readonly [number, number])[] = [
  [911, 1240],
  [702, 1630],
  [188, 820],
  [12, 145],
];

export const lanes: readonly Lane[] = runs.map(([runId, label, startTime], position) => ({
  runId,
  label,
  position,
  startTime,
  date: today,
  arrived: counts[position]?.[0] ?? 0,
  expected: counts[position]?.[1] ?? 0,
}));

export const arrivals: readonly number[] = Array.from({ length: 60 }, (_, at) =>
  Math.max(2, Math.round(4 + at / 2 + 3 * Math.sin(at / 3))),
);
