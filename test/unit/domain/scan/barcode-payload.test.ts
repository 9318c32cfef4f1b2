import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readScan } from "#shared/domain/scan/barcode-payload.ts";
import type { ScanReading } from "#shared/domain/scan/barcode-payload.ts";

const cases: readonly (readonly [
  what: string,
  scanned: string,
  kind: ScanReading["kind"],
  text: string,
])[] = [
  ["digits of Code 128", "1042", "bib", "1042"],
  ["leading zeros", "007", "bib", "007"],
  ["an alphanumeric bib", "A12", "bib", "A12"],
  ["Code 39 with a dash", "R-14", "bib", "R-14"],
  ["a bib in another script", "٤٢", "bib", "٤٢"],
  ["a chip's label", "#301~AB12345678", "bib", "301"],
  ["a chip's label with nothing behind", "#301~", "bib", "301"],
  ["a chip's label with blanks around the bib", "# 301 ~AB12345678", "bib", "301"],
  ["a chip's label without a bib", "#  ~AB12345678", "unknown", "#  ~AB12345678"],
  ["a symbology identifier before the code", "]C01042", "bib", "1042"],
  ["a blank before the symbology identifier", " ]C01042", "bib", "1042"],
  ["a blank behind the symbology identifier", "]C0 1042", "bib", "1042"],
  ["a text of twelve characters", "ABCDEFGH1042", "bib", "ABCDEFGH1042"],
  ["a text of thirteen characters", "ABCDEFGH10420", "registration-id", "ABCDEFGH10420"],
  ["a text that is longer than any id", "7".repeat(201), "unknown", "7".repeat(100)],
  ["a group separator at the end", "1042\u001d\r\n", "bib", "1042"],
  ["a registration id", "reg_8f41c09e77aa4d21", "registration-id", "reg_8f41c09e77aa4d21"],
  ["a Mongo id", "65f0c9a2b7e4d1a3c5e60718", "registration-id", "65f0c9a2b7e4d1a3c5e60718"],
  [
    "a UUID",
    "3f2b8a54-2a9f-4a2e-9a38-0e6f6b7f3c11",
    "registration-id",
    "3f2b8a54-2a9f-4a2e-9a38-0e6f6b7f3c11",
  ],
  ["an e-mail", "amara.okafor+race@posteo.net", "email", "amara.okafor+race@posteo.net"],
  ["an e-mail link", "mailto:mei@example.org", "email", "mei@example.org"],
  ["a parkrun barcode", "A123456", "parkrun", "A123456"],
  ["a parkrun barcode, small letter", "a123456", "parkrun", "A123456"],
  [
    "an address that ends in an id",
    "https://run.example/r/65f0c9a2b7e4d1a3c5e60718",
    "registration-id",
    "65f0c9a2b7e4d1a3c5e60718",
  ],
  ["an address that ends in a slash", "https://run.example/r/1042/", "bib", "1042"],
  ["an address with a query", "HTTPS://RUN.EXAMPLE/T?event=9&bib=1042", "bib", "1042"],
  [
    "an address with values that name nobody",
    "https://run.example/r/B12?x=1&utm_source=5",
    "bib",
    "B12",
  ],
  [
    "an address with values that name nobody behind the one that does",
    "https://run.example/t?bib=1042&utm_source=5",
    "bib",
    "1042",
  ],
  [
    "an address with two bibs",
    "https://x.org/?bib=8&bib=7",
    "unknown",
    "https://x.org/?bib=8&bib=7",
  ],
  [
    "an address with another bib in its fragment",
    "https://x.org/?bibIdentifier=8&x=1#bib=7",
    "unknown",
    "https://x.org/?bibIdentifier=8&x=1#bib=7",
  ],
  ["an address with one bib twice", "https://x.org/?bib=R+14&BIB=r%2014", "bib", "r 14"],
  ["an address with an empty bib", "https://x.org/?bib=7&bib=", "bib", "7"],
  ["an address with a long path", "https://run.example/e/9/r/1042", "bib", "1042"],
  ["a fragment that ends in a slash", "https://run.example/#/ticket/1042/", "bib", "1042"],
  ["an address with a plus for a blank", "https://run.example/t?bib=R+14", "bib", "R 14"],
  ["an address with %20 for a blank", "https://run.example/t?bib=R%2014", "bib", "R 14"],
  ["an address with blanks around the bib", "https://run.example/t?bib=+1042%20", "bib", "1042"],
  [
    "an address with a fragment",
    "https://run.example/#/ticket/reg_000000000001",
    "registration-id",
    "reg_000000000001",
  ],
  [
    "an address with an e-mail",
    "https://run.example/r?e=mei%40example.org",
    "email",
    "mei@example.org",
  ],
  [
    "an address with a parkrunner",
    "https://www.parkrun.example/parkrunner/A123456",
    "parkrun",
    "A123456",
  ],
  [
    "an address whose path ends in an e-mail with a plus",
    "https://x.example/r/nina+race@gmail.com",
    "email",
    "nina+race@gmail.com",
  ],
  [
    "an address with an e-mail with a plus in the query",
    "https://x.example/r?email=nina+race@gmail.com",
    "email",
    "nina+race@gmail.com",
  ],
  [
    "an address with an encoded e-mail with a plus in the query",
    "https://x.example/r?email=nina+race%40gmail.com",
    "email",
    "nina+race@gmail.com",
  ],
  [
    "a place on the page behind the id",
    "https://x.example/r/65f0c9a2b7e4d1a3c5e60718#details",
    "registration-id",
    "65f0c9a2b7e4d1a3c5e60718",
  ],
  [
    "a parameter without a value behind the id",
    "https://x.example/r/65f0c9a2b7e4d1a3c5e60718?print",
    "registration-id",
    "65f0c9a2b7e4d1a3c5e60718",
  ],
  [
    "a parameter without a value behind the one that identifies",
    "https://x.example/r?bib=1042&print",
    "bib",
    "1042",
  ],
  ["a number behind the year in the path", "https://run.example/2026?1042", "bib", "1042"],
  ["a parameter without a value behind the host", "https://x.example/?1042", "bib", "1042"],
  ["a fragment without a slash behind the host", "https://x.example/#1042", "bib", "1042"],
  ["a fragment with a slash behind a path", "https://x.example/app#/r/1042", "bib", "1042"],
  [
    "an address with nothing behind the host",
    "https://run.example/",
    "unknown",
    "https://run.example/",
  ],
  [
    "an address of a host alone, without encryption",
    "http://run.example",
    "unknown",
    "http://run.example",
  ],
  [
    "an address that cannot be decoded",
    "https://run.example/%E0%A4%A",
    "unknown",
    "https://run.example/%E0%A4%A",
  ],
  ["nothing", "", "unknown", ""],
  ["an emoji", "🏃", "unknown", "🏃"],
  ["garbage", "{{;<>", "unknown", "{{;<>"],
];

describe("B4 what a code says", () => {
  test.each(cases)("B4 %s: %j", (_what, scanned, kind, text) => {
    expect(readScan(scanned)).toEqual({ kind, text });
  });

  test("B4 garbage of any length is said with a short text", () => {
    const reading = readScan("%".repeat(10_000));
    expect(reading).toEqual({ kind: "unknown", text: "%".repeat(100) });
  });

  test("B4 whatever is scanned, reading it never fails and never grows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (scanned) => {
        expect(readScan(scanned).text.length).toBeLessThanOrEqual(scanned.length);
      }),
    );
  });
});
