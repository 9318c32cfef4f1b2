import { expect, test } from "vitest";
import { settledElsewhere } from "#renderer/features/podium/board/use-settled-elsewhere.ts";
import { words } from "#renderer/i18n/words.ts";
import { men, women } from "#test/support/sheet-editor.ts";

const at = (desk: string) => ({
  desk,
  operator: "Mei",
  atMs: new Date(2026, 9, 3, 9, 5).getTime(),
});
const rival = { revision: "r2", actor: at("Tent"), slots: [] };
const typed = { ...men, rivals: [rival] };

test("J4 a choice between rival sheets that another desk made is told, and not one's own", () => {
  const hubs = { ...men, actor: at("Hub") };
  expect(settledElsewhere([typed, women], [hubs, women], "Tent")).toEqual([hubs]);
  expect(settledElsewhere([typed], [hubs], "Hub")).toEqual([]);
  expect(settledElsewhere([men], [hubs], "Tent")).toEqual([]);
  expect(settledElsewhere([typed], [{ ...hubs, rivals: [rival] }], "Tent")).toEqual([]);
  expect(words.podium.settledElsewhere(hubs.label, hubs.actor)).toContain(
    "another desk chose between the sheets, Hub, 09:05",
  );
});
