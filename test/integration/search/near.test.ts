import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { entrant, openSearchDesk, theEvent, type SearchDesk } from "./search-desk.ts";

let desk: SearchDesk;

beforeEach(() => {
  desk = openSearchDesk();
});
afterEach(() => desk.close());

const find = (text: string, more: { runId?: string } = {}) =>
  desk.search.search({ eventId: theEvent, text, ...more });

const people = [
  "Élodie Vandenbroucke-Saïdi",
  "Leo Wright",
  "Mikael Johansson",
  "Michał Wiśniewska",
  "Юлія Шевченко",
  "김하윤",
  "田中 太郎",
  "田中美咲",
  "王雨桐",
  "岡本 さくら",
  "สมชาย ศรีสุวรรณ",
  "محمد المصري",
  "אביגיל כהן",
  "भट्टाचार्य प्रिया",
  "Ουρανία Παπαδοπούλου",
  "Katherine O'Brien",
  "Zoë Fletcher-Ames",
  "Noor van den Berg",
  "서현우",
  "Oliver Stone",
  "یوسف رضایی",
];

const found = (text: string): (string | undefined)[] => {
  const rowids = desk.db.raw
    .prepare<[], number>("SELECT rowid FROM runner ORDER BY rowid")
    .pluck()
    .all();
  return find(text).rowids.map((rowid) => people[rowids.indexOf(rowid)]);
};

describe("near names", () => {
  beforeEach(() => {
    desk.add(people.map((name, at) => entrant(name, { bib: `${at + 1}`, email: `p${at}@x.org` })));
    desk.indexAll();
  });

  test.each([
    ["elody vandenbrouke", "Élodie Vandenbroucke-Saïdi"],
    ["vandenbrouke", "Élodie Vandenbroucke-Saïdi"],
    ["vandenbrouk elodie", "Élodie Vandenbroucke-Saïdi"],
    ["leo rite", "Leo Wright"],
    ["mikael johanson", "Mikael Johansson"],
    ["michael johannson", "Mikael Johansson"],
    ["jonasson mikael", "Mikael Johansson"],
    ["mihcal wisniewska", "Michał Wiśniewska"],
    ["catherine obrian", "Katherine O'Brien"],
    ["zoe flecther", "Zoë Fletcher-Ames"],
    ["oliver jon stone", "Oliver Stone"],
    ["noor vandenberg", "Noor van den Berg"],
  ])("C11 %s finds %s", (typed, name) => {
    expect(found(typed)[0]).toBe(name);
    expect(find(typed)).toMatchObject({ near: true, meant: null, exactNames: 0 });
  });

  test.each([
    ["yulia", "Юлія Шевченко"],
    ["yuliya shevchenko", "Юлія Шевченко"],
    ["iuliia", "Юлія Шевченко"],
    ["шевченко юлия", "Юлія Шевченко"],
    ["kim hayun", "김하윤"],
    ["kim ha yun", "김하윤"],
    ["kim ha-yun", "김하윤"],
    ["ha-yun gim", "김하윤"],
    ["hayun", "김하윤"],
    ["seo hyunwoo", "서현우"],
    ["tanaka taro", "田中 太郎"],
    ["tanaka", "田中 太郎"],
    ["okamoto sakura", "岡本 さくら"],
    ["wang yutong", "王雨桐"],
    ["yu tong wang", "王雨桐"],
    ["somchai srisuwan", "สมชาย ศรีสุวรรณ"],
    ["mohamed masri", "محمد المصري"],
    ["avigail cohen", "אביגיל כהן"],
    ["yousef", "یوسف رضایی"],
    ["priya bhattacharya", "भट्टाचार्य प्रिया"],
    ["papadopoulou", "Ουρανία Παπαδοπούλου"],
  ])("C12 %s finds %s in its own alphabet", (typed, name) => {
    expect(found(typed)[0]).toBe(name);
    expect(find(typed)).toMatchObject({ near: true, meant: null });
  });

  test("C12 everybody whose surname is written so is found", () => {
    expect(found("tanaka")).toEqual(["田中 太郎", "田中美咲"]);
  });

  test.each([
    "xavier quint",
    "qqqq",
    "zzz 77",
    "9999",
    "bob@example.org",
    "anna maria b c d e f",
    ".",
    "혀",
    "nr",
  ])("C11 %s is near nobody", (typed) => {
    expect(find(typed)).toMatchObject({ rowids: [], near: false, total: 0, meant: null });
  });

  test("C11 a name that matches exactly is never joined by guesses", () => {
    expect(find("leo")).toMatchObject({ near: false, total: 1 });
    expect(found("wri")).toEqual(["Leo Wright"]);
  });

  test("C11 guesses are those of the event, page by page", () => {
    desk.add([entrant("Leo Wrighte"), entrant("Rite Leo", { eventId: "b" })]);
    desk.indexAll();
    expect(find("leo rihgt").total).toBe(2);
    const [first, second] = find("leo rihgt").rowids;
    const page = (offset: number) =>
      desk.search.search({ eventId: theEvent, text: "leo rihgt", limit: 1, offset });
    expect([page(0).rowids, page(1).rowids]).toEqual([[first], [second]]);
    expect(page(1)).toMatchObject({ near: true, total: 2, meant: null });
  });

  test("C11 of equally near names, whoever can be checked in comes first", () => {
    const [here, free] = desk.add([
      entrant("Rosalinde Kerr", { here: true }),
      entrant("Rosalinda Kerr", { here: false }),
    ]);
    desk.indexAll();
    expect(find("rosalindi kerr").rowids).toEqual([free, here]);
  });
});

describe("alike names", () => {
  test("C11 W4 initials alone bring no guesses", () => {
    desk.add([entrant("Alma Berg"), entrant("Baran Aydın")]);
    desk.indexAll();
    expect(desk.search.similarNames(theEvent, "A B", 50)).toEqual([]);
    expect(desk.search.similarNames(theEvent, "A Bergg", 50)).toHaveLength(1);
  });

  test("W4 equal names come before near ones; one common part is not enough", () => {
    const rowids = desk.add([
      entrant("Nova Pessoas"),
      entrant("Pessoa, Nova"),
      entrant("Nova Silva"),
      entrant("Юлія Шевченко"),
    ]);
    desk.indexAll();
    const alike = (name: string) =>
      desk.search.similarNames(theEvent, name, 5).map((rowid) => rowids.indexOf(rowid));
    expect(alike("Nova Pessoa")).toEqual([1, 0]);
    expect(alike("Yulia Shevchenko")).toEqual([3]);
    expect(alike("Nova Castro")).toEqual([]);
  });
});
