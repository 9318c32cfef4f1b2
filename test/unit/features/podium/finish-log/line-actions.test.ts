import { expect, test } from "vitest";
import { fieldOf, setField } from "#renderer/features/podium/finish-log/entry/field-store.ts";
import { lineActions } from "#renderer/features/podium/finish-log/line-actions.ts";
import type { ChangeOutcome } from "#renderer/features/podium/finish-log/use-finish-commands.ts";
import type { LineEntry } from "#renderer/features/podium/finish-log/use-line-entry.ts";

const corrected = { list: "bibs", id: "line", index: 0 } as const;
const correction = { item: corrected, text: "8", formerText: "7" };

/** The field with a half-typed bib and a correction, which Enter ends. The command is answered when the test says so. */
function correct(eventId: string) {
  setField(eventId, { bib: "12", change: correction });
  const reply = Promise.withResolvers<ChangeOutcome>();
  const inputRef: { current: { value: string } | null } = { current: { value: "8" } };
  const entry = {
    ...fieldOf(eventId),
    eventId,
    text: "8",
    changed: corrected,
    inputRef,
    bibCameBackAtMs: { current: null },
    time: { entry: null },
    commands: { changeBib: () => reply.promise },
    list: {},
    setSelected: () => undefined,
  } as unknown as LineEntry;
  lineActions(entry).enter();
  return { inputRef, fail: () => Promise.resolve(reply.resolve("not-done")) };
}

test("P9 a correction that failed opens again over an empty change, and the half-typed bib stays for after it", async () => {
  const { inputRef, fail } = correct("empty change");
  expect(fieldOf("empty change")).toEqual({ bib: "12", change: null });
  const gap = { list: "stamps", id: "gap", index: 3 } as const;
  setField("empty change", { change: { item: gap, text: "", formerText: "" } });
  inputRef.current = { value: "" };
  await fail();
  expect(fieldOf("empty change")).toEqual({ bib: "12", change: correction });
});

test("P9 a correction that failed does not open over what was typed meanwhile, or after the log was left", async () => {
  for (const now of [{ value: "123" }, null]) {
    const { inputRef, fail } = correct("typed on");
    inputRef.current = now;
    await fail();
    expect(fieldOf("typed on")).toEqual({ bib: "12", change: null });
  }
});
