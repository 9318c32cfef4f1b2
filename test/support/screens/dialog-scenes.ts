import type { RunnerCard } from "#shared/contract/roster.ts";
import { err, ok } from "#shared/result.ts";
import { sampleCard, sampleRunner } from "#test/support/sample-runner.ts";
import type { Scene } from "./scene.ts";

const cardOf = (more: Parameters<typeof sampleRunner>[0]): RunnerCard =>
  sampleCard(sampleRunner(more));

const checkIn = (card: RunnerCard, more: Scene["answers"] = {}): Scene => ({
  hash: `#/check-in?runner=${card.runner.id}`,
  answers: { "roster.get": () => ok(card), ...more },
});

/** Check-in in the states in which a dialog can be opened. */
export const dialogScenes: Readonly<Record<string, Scene>> = {
  "dialog-cancelled": checkIn(cardOf({ standing: "cancelled", registrationStatus: "cancelled" })),
  "dialog-retract": checkIn(cardOf({ source: "walk-up", delivery: "refused" })),
  "dialog-disk-full": checkIn(cardOf({}), {
    "checkIn.perform": () => err("not-saved", "", { details: { why: "disk-full" } }),
  }),
  "dialog-wipe-stopped": {
    hash: "#/settings",
    answers: {
      "wipe.look": () =>
        ok({
          counts: { events: 2, runners: 3_012, entries: 2_950, backups: 7 },
          stops: [
            { code: "unsent", count: 3, names: [] },
            { code: "not-exported", count: 2, names: ["Harbour Run", "Night Run"] },
            { code: "has-full-desks", count: 1, names: [] },
          ],
          exports: 4,
          outside: [],
          last: {
            events: 1,
            runners: 512,
            entries: 498,
            backups: 5,
            atMs: Date.UTC(2026, 8, 12, 15, 4),
            operator: "Maria",
            isWhole: false,
          },
        }),
    },
  },
};
