import { expect, test } from "vitest";
import { bibFieldNote } from "#renderer/i18n/bib-messages.ts";
import { words } from "#renderer/i18n/words.ts";

const hubAway = { bib: null, range: null, isHubAway: true } as const;
const free = { takenBy: [], noSwap: null, looksLike: null };

test("M12 a full desk without a range says why no bib is proposed while its hub is away, also beside a free bib", () => {
  const note = { tone: "look", text: words.bibRanges.hubAway };
  expect(bibFieldNote("", null, hubAway)).toEqual(note);
  expect(bibFieldNote("1631", free, hubAway)).toEqual(note);
  expect(bibFieldNote("1631", free, { bib: "1632", range: null })?.tone).toBe("done");
});
