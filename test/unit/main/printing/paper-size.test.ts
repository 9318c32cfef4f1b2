import { expect, test } from "vitest";
import { paperSize } from "#main/printing/paper-size.ts";

test("paper is Letter where Letter is usual, and A4 everywhere else", () => {
  for (const country of ["US", "ca", "MX", "PH"]) expect(paperSize(country)).toBe("Letter");
  for (const country of ["PT", "GB", "JP", "AU", "BR", ""]) expect(paperSize(country)).toBe("A4");
});
