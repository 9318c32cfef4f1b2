import type { RegistrationStatus } from "#shared/partner-api/registration.ts";

/** Labels of the runs of the big event. */
type MainRunLabel = "Half" | "10K" | "5K" | "Kids";

/** A runner at the top of the big event, in every roster that is large enough. */
export interface FeaturedRunner {
  readonly run: MainRunLabel;
  readonly bib: string | undefined;
  readonly name: string | undefined;
  readonly email: string;
  readonly status: RegistrationStatus;
  readonly registrationType: "free" | "paid";
  readonly paceGroup: string | undefined;
  readonly checkedIn: boolean;
}

type Extras = Partial<
  Pick<FeaturedRunner, "status" | "paceGroup" | "checkedIn" | "registrationType">
>;

const runner = (
  run: MainRunLabel,
  bib: string | undefined,
  name: string | undefined,
  email: string,
  extras: Extras = {},
): FeaturedRunner => ({
  run,
  bib,
  name,
  email,
  status: "confirmed",
  registrationType: run === "Kids" ? "free" : "paid",
  paceGroup: undefined,
  checkedIn: false,
  ...extras,
});

const okafor = "a.okafor@posteo.net";
const longName =
  "Wolfeschlegelsteinhausenbergerdorff Maria-Theresia Aloisia Josefina Antonia Walburga von und zu Hohenstein-Brückenau-Untermühlbach";

/** The hard cases (X21); the most useful ones first. */
export const featuredRunners: readonly FeaturedRunner[] = [
  runner("10K", "1042", "Amara Okafor", okafor, { paceGroup: "55 min" }),
  runner("Half", "007", "نور الدين العكّاري", "n.akkari@mail.example"),
  runner("Kids", "A12", "Zoë Okafor", okafor),
  runner("10K", "1043", "Chidi Okafor", okafor, { paceGroup: "65 min" }),
  runner("10K", "1604", "岡本 さくら", "s.okamoto@tokyo-rc.example", { status: "waitlist" }),
  runner("5K", undefined, "نور الدين عكّاشة", "n.okasha@mail.example"),
  runner("Half", "388", "Grzegorz Brzęczyszczykiewicz", "g.brzeczyszczykiewicz@post.example", {
    paceGroup: "1:45",
  }),
  runner("10K", "1038", "Tuomas Okasalmi-Väänänen", "tuomas.ov@post.example"),
  runner("Half", "317", "Precious Oluwaseun Okadigbo-Chukwuemeka", "precious.oc@mail.example"),
  runner("Kids", "K31", "王雨桐", "wang.family@mail.example"),
  runner("Half", "417", "Ουρανία Παπαδοπούλου", "ourania.p@mail.example"),
  runner("5K", "2201", "Ngozi Adéyẹmí-Balogun", "ngozi.ab@mail.example"),
  runner("Kids", "A388", "Ximena Ñáñez", "familia.nanez@mail.example"),
  runner("10K", "1388", "Þórdís Guðmundsdóttir", "thordis@mail.example", { checkedIn: true }),
  runner("5K", "2388", "אביגיל בן־דוד", "avigail.bd@mail.example"),
  runner("10K", "1187", "Élodie Vandenbroucke-Saïdi", "e.vds@mail.example"),
  runner("Half", "7", "Sergey Семёнов", "s.semenov@mail.example"),
  runner("10K", undefined, undefined, "no.name@mail.example"),
  runner("10K", "1050", longName, "long.name@mail.example"),
  runner("5K", "2300", "Mary Jones", "mary.jones@mail.example", { status: "cancelled" }),
  runner("10K", "1051", "Mary Jones", "mary.jones.2@mail.example"),
  runner("10K", "1052", "Mary Jones", "mary.jones@mail.example", { status: "refunded" }),
  runner("Half", "12", "Tesfaye Wolde-Gabriel", "tesfaye.wg@mail.example"),
  runner("Half", "31", "Björn Þorvaldsson", "bjorn.th@mail.example"),
  runner("Half", "A7", "김 서준", "seojun.kim@mail.example"),
  runner("Half", "104", "Noor van den Berg-El Amrani", "noor.ea@mail.example"),
  runner("Half", "221", "İlayda Şahin", "ilayda.sahin@mail.example"),
  runner("Half", "1190", "María José Etxeberria", "mj.etxeberria@mail.example"),
  runner("Half", "095", "山本 結衣", "yui.yamamoto@mail.example"),
  runner("Half", "602", "Aoife Ní Dhomhnaill", "aoife.nd@mail.example"),
  runner("5K", "2210", "Łukasz Weiß", "lukasz.weiss@mail.example"),
  runner("5K", "2211", "Đặng Thị Ngọc Ánh", "anh.dang@mail.example"),
  runner("5K", "2212", "Søren Æbelø", "soren.ae@mail.example"),
  runner("10K", "1060", "कमला देवी भट्टाचार्य", "kamala.b@mail.example", {
    paceGroup: "45 min",
  }),
  runner("10K", "1061", "สมชาย ศรีสุวรรณ", "somchai.s@mail.example"),
  runner("10K", "1062", "Zoë Müller".normalize("NFD"), "zoe.mueller@mail.example"),
  runner("10K", "1062", "Олена Шевченко", "olena.sh@mail.example"),
  runner("Half", "2201", "Bib Twin", "bib.twin@mail.example"),
  runner("5K", "2213", "=SUM(1,2) O'Hara", "formula@mail.example"),
  runner("5K", "2214", "X", "x@mail.example"),
  runner("5K", "2215", "ﾀﾅｶ Ａｌｉｃｅ", "alice.tanaka@mail.example"),
  runner("Kids", "K32", "王子涵", "wang.family@mail.example"),
  runner("5K", "2216", "Ashley 🏃 Runner", "ashley.runner@mail.example"),
  runner("10K", "١٠٧٠", "ليلى حدّاد", "layla.haddad@mail.example"),
];
