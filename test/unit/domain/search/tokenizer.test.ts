import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesQuery, pairsOf, readQuery, readTokens } from "#shared/domain/search/tokenizer.ts";
import { foldBib, foldEmail, foldText } from "#shared/domain/search/text-folding.ts";

const tokensOf = (text: string) => {
  const { words, runs } = readTokens(foldText(text));
  return { words: words.map((word) => word.text), runs: runs.map((run) => run.text) };
};

const matches = (typed: string, name: string, email = "x@y.example", bib: string | null = null) =>
  matchesQuery(
    {
      bibFold: bib === null ? null : foldBib(bib),
      nameFold: foldText(name),
      emailFold: foldEmail(email),
    },
    readQuery(typed),
  );

describe("tokens", () => {
  test("a joined word is found by its pieces and as a whole", () => {
    expect(tokensOf("Seán O'Brien").words).toEqual(["sean", "o", "brien", "obrien"]);
    expect(tokensOf("Jean-Luc, Gal·la").words).toEqual([
      "jean",
      "luc",
      "jeanluc",
      "gal",
      "la",
      "galla",
    ]);
  });

  test("scripts without spaces are runs, over any space or mark within them", () => {
    expect(tokensOf("山田 太郎")).toEqual({ words: [], runs: ["山田太郎"] });
    expect(tokensOf("ジョン・スミス Jr 김 민수")).toEqual({
      words: ["jr"],
      runs: [foldText("ジョンスミス"), "김민수"],
    });
    expect(tokensOf("สมชาย ใจดี").runs).toEqual(["สมชายใจดี"]);
  });

  test("plain letters are told apart alone as they are beside letters of any script", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."abzAZ09 '-.,@_~\u0000\u007F"),
      maxLength: 30,
    });
    fc.assert(
      fc.property(letters, (text) => {
        const beside = readTokens(`${text}  ж`);
        expect(readTokens(text).words).toEqual(beside.words.slice(0, -1));
        expect(readTokens(text).runs).toEqual([]);
      }),
    );
  });

  test("a run is indexed by its pairs and its last character", () => {
    expect(pairsOf("山田太郎")).toEqual(["山田", "田太", "太郎", "郎"]);
    expect(pairsOf("𠮷田")).toEqual(["𠮷田", "田"]);
  });
});

describe("queries", () => {
  test("an empty, blank or wordless text asks for nothing", () => {
    expect(readQuery("").parts).toEqual([]);
    expect(readQuery("  \u3000\t")).toEqual({ bib: "", spokenBib: null, parts: [] });
    expect(readQuery("'\"*()-^:{}").parts).toEqual([]);
  });

  test("C6 a pasted e-mail address is searched without the signs around it", () => {
    const pasted = [
      "mailto:ana@mail.example",
      " MAILTO:ana@mail.example?subject=Race%20day ",
      "<ana@mail.example>",
      "< ana@mail.example >",
      "<mailto:ana@mail.example>",
      '"ana@mail.example";',
      "Ana Ruiz <ana@mail.example>,",
    ];
    for (const text of pasted) {
      expect(matches(text, "Ana Ruiz", "ana@mail.example"), text).toBe(true);
      expect(matches(text, "Ana Ruiz", "ruiz@mail.example"), text).toBe(false);
    }
    expect(matches("mailto:?to=@", "Ana Ruiz", "ana@mail.example")).toBe(false);
  });

  test("10,000 characters are cut to what a person might mean", () => {
    const query = readQuery(`  ${"maria ".repeat(2_000)}`);
    expect(query.parts).toEqual([{ kind: "word", text: "maria" }]);
    expect(readQuery("a".repeat(10_000)).parts).toEqual([{ kind: "word", text: "a".repeat(200) }]);
    expect(readQuery(Array.from({ length: 99 }, (_, at) => `w${at}`).join(" ")).parts).toHaveLength(
      8,
    );
  });

  test("a lone surrogate or a NUL is no trouble", () => {
    expect(readQuery("\uD83Dmaria\0").parts).toEqual([{ kind: "word", text: "maria" }]);
  });
});

describe("what matches", () => {
  test.each([
    ["gud", "Guðmundsdóttir Björk"],
    ["luk", "Łukasz Żółć"],
    ["bjork gud", "Guðmundsdóttir Björk"],
    ["o'bri", "O´Brien"],
    ["obrien", "O’Brien"],
    ["brien", "O'Brien"],
    ["al-rahman", "Abd al-Rahman"],
    ["alrahman", "Abd al-Rahman"],
    ["山田", "山田 太郎"],
    ["田太", "山田 太郎"],
    ["太郎 山田", "山田太郎"],
    ["郎", "山田太郎"],
    ["史密斯·约翰", "约翰·史密斯"],
    ["mar maria", "Maria"],
    ["ヤマ", "やまだ"],
    ["민수", "김민수"],
    ["احمد", "أحمد"],
    ["ＭＡＲＩＡ", "maria"],
  ])("%s finds %s", (typed, name) => {
    expect(matches(typed, name)).toBe(true);
  });

  test.each([
    ["田山", "山田"],
    ["山太", "山田太郎"],
    ["aria", "maria"],
    ["maria x", "maria"],
    ["maria aria", "maria"],
    ["か", "が"],
  ])("%s does not find %s", (typed, name) => {
    expect(matches(typed, name, "q@z.example")).toBe(false);
  });

  test("an e-mail is found by its mailbox's words, and with @ from its start", () => {
    const email = "Maria.Jensen-12@Club.example";
    for (const typed of [
      "jens",
      "maria 12",
      "maria.jensen-12@",
      "MARIA.jensen-12@club",
      "jens maria.jensen-12@c",
    ]) {
      expect(matches(typed, "", email), typed).toBe(true);
    }
    expect(matches("maria", "", "maria")).toBe(true);
    for (const typed of ["club", "jensen-12@", "@club", "maria.jensen-12@x"]) {
      expect(matches(typed, "", email), typed).toBe(false);
    }
  });

  test("B1 7 offers 007 and 70, 007 offers 7, and neither offers 17", () => {
    expect(["7", "007", "70", "0070", "17"].map((bib) => matches("7", "", "", bib))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(["7", "007", "70", "0070", "17"].map((bib) => matches("007", "", "", bib))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  test("an empty text, and one of signs alone, match nobody", () => {
    for (const typed of ["", "  ", "'-", "()"]) {
      expect(matches(typed, "Maria", "maria@x.example", "7"), typed).toBe(false);
      expect(matches(typed, "Maria"), typed).toBe(false);
    }
  });

  test("B7 a bib as people say it finds the bib", () => {
    expect(matches("bib 7", "", "", "7")).toBe(true);
    expect(matches("no. 7", "", "", "8")).toBe(false);
  });

  test("a bib and a name together find their runner", () => {
    expect(matches("301 maria", "Maria", "", "301")).toBe(true);
    expect(matches("301 maria", "Maria", "", "302")).toBe(false);
    expect(matches("7 maria", "Maria", "", "007")).toBe(true);
    expect(matches("007 maria", "Maria", "", "007")).toBe(true);
  });
});
