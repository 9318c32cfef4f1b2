import { expect, test } from "vitest";
import { setAsideFile } from "#renderer/features/podium/finish-log/saving/set-aside-file.ts";

const set = {
  times: [Date.UTC(2026, 4, 17, 8), 8.64e15 + 1],
  bibs: ["7", null],
  guns: [{ run: "5K", atMs: 0 }],
};

test("K3 the file of what was set aside has a name that begins with practice when it leaves practice", () => {
  expect(setAsideFile(set, true).name).toBe("practice-finish-log-set-aside.json");
  expect(setAsideFile(set, false).name).toBe("finish-log-set-aside.json");
});

test("P2 the file of what was set aside has the times in UTC; a number that is no date stays a number", () => {
  expect(JSON.parse(setAsideFile(set, false).text)).toEqual({
    times: ["2026-05-17T08:00:00.000Z", 8.64e15 + 1],
    bibs: ["7", null],
    guns: [{ run: "5K", time: "1970-01-01T00:00:00.000Z" }],
  });
});
