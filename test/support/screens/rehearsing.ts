import type { RehearsalView } from "#shared/contract/rehearsal.ts";
import { ok } from "#shared/result.ts";
import { ago, connection, nowMs } from "./everyday.ts";
import type { Answers } from "./scene.ts";

export const asked: RehearsalView["tasks"] = [
  { id: "check-in", done: 17, wanted: 20 },
  { id: "walk-up", done: 3, wanted: 3 },
  { id: "correction", done: 1, wanted: 1 },
  { id: "bib", done: 0, wanted: 1 },
  { id: "seen", done: 0, wanted: 1 },
];

/** A rehearsal in its fourth minute. */
export const rehearsing: Answers = {
  "connection.get": () => ok({ ...connection, mode: "practice" }),
  "rehearsal.status": () =>
    ok({
      state: "running",
      mayRun: true,
      startedAtMs: ago(4),
      untilMs: nowMs + 6 * 60_000,
      tasks: [...asked],
      score: null,
    }),
};
