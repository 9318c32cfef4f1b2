import { expect, test } from "vitest";
import { words } from "#renderer/i18n/words.ts";

/** Names that only the partner API uses. */
const apiNames =
  /eventRunId|registrationType|registrationStatus|paceGroup|bibIdentifier|teamId|participantId|sex:\w|~age:|read:\w|write:\w/;

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("W5 no text of the screens has a name of the partner API in it", () => {
  const texts = textsIn(words);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => apiNames.test(text))).toEqual([]);
});

test("W5 what changed at the organizer is counted in plain words, also for fields that nobody here knows", () => {
  const { changed } = words.sync.digest;
  expect(changed({ bibIdentifier: 3, eventRunId: 1 })).toBe("Changed, 3 bibs and 1 run");
  expect(changed({ shirtSizeCode: 2, x_ref: 1, name: 1 })).toBe(
    "Changed, 3 other details and 1 name",
  );
  expect(changed({})).toBe("Changed");
});
