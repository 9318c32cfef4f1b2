import { describe, expect, test } from "vitest";
import { playSound, soundNotes } from "#renderer/ui/race/sounds.ts";

const endMs = (name: keyof typeof soundNotes): number =>
  Math.max(...soundNotes[name].map(({ startMs, lengthMs }) => startMs + lengthMs));

describe("sounds", () => {
  test("done is one rising note of 90 ms", () => {
    expect(soundNotes.done).toHaveLength(1);
    expect(soundNotes.done[0]?.toHz).toBeGreaterThan(soundNotes.done[0]?.fromHz ?? Infinity);
    expect(endMs("done")).toBe(90);
  });

  test("look is two equal notes of 220 ms together", () => {
    const [first, second] = soundNotes.look;
    expect(first?.fromHz).toBe(second?.fromHz);
    expect(first?.lengthMs).toBe(second?.lengthMs);
    expect(second?.startMs).toBeGreaterThan(first?.lengthMs ?? Infinity);
    expect(endMs("look")).toBe(220);
  });

  test("stop is one low note of 400 ms", () => {
    expect(soundNotes.stop).toHaveLength(1);
    expect(soundNotes.stop[0]?.fromHz).toBeLessThan(200);
    expect(endMs("stop")).toBe(400);
  });

  test("where there is no sound device nothing happens", () => {
    expect(() => playSound("done", 1)).not.toThrow();
  });
});
