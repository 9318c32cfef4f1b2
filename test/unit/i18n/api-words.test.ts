import { expect, test } from "vitest";
import { en } from "#renderer/i18n/en.ts";

/** Names that only the partner API uses. */
const apiNames =
  /eventRunId|registrationType|registrationStatus|paceGroup|bibIdentifier|teamId|participantId|sex:\w|~age:|read:\w|write:\w/;

function textsIn(words: unknown): string[] {
  if (typeof words === "string") return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(textsIn) : [];
}

test("W5 no text of the screens has a name of the partner API in it", () => {
  const texts = textsIn(en);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => apiNames.test(text))).toEqual([]);
});

test("W5 what changed at the organizer is counted in plain words, also for fields that nobody here knows", () => {
  const { changed } = en.sync.digest;
  expect(changed({ bibIdentifier: 3, eventRunId: 1 })).toBe("Changed, 3 bibs and 1 run");
  expect(changed({ shirtSizeCode: 2, x_ref: 1, name: 1 })).toBe(
    "Changed, 3 other details and 1 name",
  );
  expect(changed({})).toBe("Changed");
});
