import type { EventDetail, EventRow } from "#shared/contract/events.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { ok } from "#shared/result.ts";
import { ago, eventRows, harbour } from "./everyday.ts";
import type { Answers, Scene } from "./scene.ts";

const weekly = {
  frequency: "weekly",
  dayOfWeek: 3,
  dayOfMonth: null,
  startTime: "19:00",
  durationMinutes: 75,
};

const seriesAnswers: Answers = {
  "series.list": () =>
    ok({
      series: [
        {
          id: "s-1",
          name: "Wednesday Harbour Loop",
          slug: "wednesday-harbour-loop",
          status: "active",
          type: "runClub",
          description: "A social run around the harbour, every pace, whatever the weather.",
          place: "Tollan Quay",
          timeZone: "Europe/Lisbon",
          schedule: weekly,
          events: 34,
          recurrences: [
            { id: "rc-1", name: "Winter hours", schedule: { ...weekly, startTime: "18:30" } },
          ],
        },
        {
          id: "s-2",
          name: "سباق الميناء الشهري",
          slug: "harbour-monthly",
          status: "paused",
          type: "timeTrial",
          description: null,
          place: null,
          timeZone: "Asia/Dubai",
          schedule: { ...weekly, frequency: "monthly", dayOfWeek: null, dayOfMonth: 1 },
          events: 1,
          recurrences: [],
        },
      ],
    }),
  "series.find": () => ok({ series: null }),
};

const autumn = {
  slug: "autumn",
  name: "Autumn on the coast",
  description: "Three races, one medal.",
  events: 3,
  hasImage: true,
};

const collections = [
  autumn,
  { slug: "night", name: "Night runs", description: null, events: null, hasImage: false },
];

/** A picture of one blue pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==";

const collectionAnswers: Answers = {
  "collection.list": () => ok({ collections, state: "read", fetchedAtMs: ago(100) }),
  "collection.get": () => ok({ collection: autumn, events: eventRows.slice(0, 3) }),
  "image.get": () => ok({ image: { mime: "image/png", base64: pixel } }),
};

const made: EventDetail = {
  ...harbour,
  id: "e_1",
  name: "Tollan Parish Mile",
  date: "2026-11-29",
  startTime: "10:00",
  runs: [],
  delivery: "not-sent",
};

const madeRow: EventRow = {
  id: "e_1",
  name: made.name,
  type: "race",
  date: made.date,
  startTime: made.startTime,
  place: made.place,
  seriesId: null,
  delivery: "not-sent",
  madeAs: "e_1",
  download: made.download,
};

const madeAnswers = (delivery: EventRow["delivery"]): Answers => ({
  "event.list": () =>
    ok({
      events: [{ ...madeRow, delivery }, ...eventRows.slice(0, 3)],
      series: [],
      listedAtMs: ago(100),
      notes: [],
    }),
  "event.get": () => ok({ ...made, delivery }),
});

const member = (
  id: string,
  name: string,
  teamId: string | null,
  bib: string | null,
): RunnerRow => ({
  id,
  source: "api",
  runId: "r-relay",
  runLabel: "Relay",
  runPosition: 4,
  runStartTime: "11:00",
  name,
  email: `${id}@example.org`,
  bib,
  standing: "confirmed",
  registrationStatus: "confirmed",
  paceGroup: null,
  teamId,
  checkedIn: null,
  checkedInElsewhere: false,
  delivery: null,
});

const relay: EventDetail = {
  ...harbour,
  description: "Four legs of five kilometres along the quay. Teams share one bib.",
  websiteUrl: "https://harbourhills.run",
  registrationUrl: "https://harbourhills.run/enter",
  runs: [
    ...harbour.runs,
    ...harbour.runs
      .slice(0, 1)
      .map((run) => ({ ...run, id: "r-relay", position: 4, label: "Relay", isRelay: true })),
  ],
};

/** Series, collections, new events and teams. */
export const organizerScenes: Readonly<Record<string, Scene>> = {
  "events-series": { hash: "#/events", answers: seriesAnswers },
  "events-collections": { hash: "#/events", answers: collectionAnswers },
  "events-collections-forbidden": {
    hash: "#/events",
    answers: {
      "collection.list": () => ok({ collections: [], state: "forbidden", fetchedAtMs: null }),
    },
  },
  "events-new": {
    hash: "#/events",
    answers: {
      "event.check": () =>
        ok({
          fields: { "address.addressCountry": ["Must be exactly 2 characters"] },
          warnings: ["same-name-same-day"],
        }),
    },
  },
  "events-made": { hash: "#/events", answers: madeAnswers("not-sent") },
  "events-made-confirmed": { hash: "#/events", answers: madeAnswers("confirmed") },
  "events-made-refused": { hash: "#/events", answers: madeAnswers("refused") },
  "events-teams": {
    hash: "#/events",
    answers: {
      "event.get": () => ok(relay),
      "team.list": () =>
        ok({
          entryCount: 12,
          teamSize: 4,
          teams: [
            {
              teamId: "Quay Runners",
              members: [
                member("a", "Siobhán Ní Bhriain", "Quay Runners", "T7"),
                member("b", "محمد العبدالله", "Quay Runners", "T7"),
                member("c", "Precious Oluwaseun Okadigbo-Chukwuemeka", "Quay Runners", "T7"),
              ],
            },
          ],
          alone: [member("d", "김 서준", null, null)],
        }),
    },
  },
};
