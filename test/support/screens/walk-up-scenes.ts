import type { RunnerRow } from "#shared/contract/roster.ts";
import type { AlikeReason } from "#shared/contract/walk-up.ts";
import { err, ok } from "#shared/result.ts";
import { harbour } from "./everyday.ts";
import { bibsLeft, noBibOfHub } from "./bib-range-scenes.ts";
import type { Scene } from "./scene.ts";

const alikeRow = (
  id: string,
  name: string,
  bib: string | null,
  why: AlikeReason[],
): RunnerRow & { why: AlikeReason[] } => ({
  id,
  source: "api",
  runId: "r-10k",
  runLabel: "10K",
  runPosition: 1,
  runStartTime: "09:30",
  name,
  email: "amara.okafor@posteo.net",
  bib,
  standing: "confirmed",
  registrationStatus: "confirmed",
  paceGroup: null,
  teamId: null,
  checkedIn: null,
  checkedInElsewhere: false,
  delivery: null,
  why,
});

/** The walk-up form while it is filled in. */
export const walkUpScenes: Readonly<Record<string, Scene>> = {
  "walk-up": { hash: "#/walk-up?text=कमला देवी भट्टाचार्य", answers: {} },
  "walk-up-alike": {
    hash: "#/walk-up?text=amara okafor",
    answers: {
      "walkUp.duplicates": () =>
        ok({
          rows: [
            alikeRow("a", "Amara Okafor", "1042", ["email", "same-name"]),
            { ...alikeRow("b", "Amara Okafor-Adeyemi", null, ["name"]), runPosition: 0 },
            { ...alikeRow("c", "Amarachi Okafo", "2209", ["name"]), standing: "cancelled" },
          ],
        }),
    },
  },
  "walk-up-faults": {
    hash: "#/walk-up?text=mei@tanaka",
    answers: {
      "walkUp.check": () =>
        ok({
          fields: { email: ["Invalid email"], paceGroup: ["Not a label of this event"] },
          warnings: ["run-sold-out", "same-email-same-run"],
          bibHolders: [],
        }),
    },
  },
  "walk-up-not-saved": {
    hash: "#/walk-up?text=Kamala",
    answers: {
      "walkUp.save": () => err("not-saved", "", { details: { why: "disk-full" } }),
    },
  },
  "walk-up-registered": {
    hash: "#/walk-up?text=amara okafor amara@gmial.com",
    answers: {
      "walkUp.save": () =>
        err("already-registered", "", { details: { runner: { name: "Amara Okafor" } } }),
    },
  },
  "walk-up-kept": { hash: "#/walk-up", answers: {} },
  "walk-up-few-bibs": { hash: "#/walk-up?text=Kamala", answers: bibsLeft(4) },
  "walk-up-hub-away": { hash: "#/walk-up?text=Kamala", answers: noBibOfHub },
  "walk-up-no-bibs": { hash: "#/walk-up?text=Kamala", answers: bibsLeft(0) },
  "walk-up-many-groups": {
    hash: "#/walk-up",
    answers: {
      "event.get": () =>
        ok({
          ...harbour,
          paceGroups: {
            labels: ["under 45 min", "45 to 55 min", "55 to 65 min", "over 65 min", "walkers"],
            recognised: true,
          },
        }),
    },
  },
};
