import type { FinishPage } from "#shared/contract/finish-log.ts";
import { err, ok } from "#shared/result.ts";
import { ago } from "./everyday.ts";
import type { Answers } from "./scene.ts";

const other = { name: "Finish tent", operator: "Mei", atMs: ago(31), isThis: false };

/** Another computer holds the log, and presses here are refused (M13). */
export const heldElsewhere = (log: Answers): Answers => ({
  ...withHolding(log, { holder: other, sides: [] }),
  "finish.stamp": () => err("held-elsewhere", "", { details: { holder: other } }),
});

/** Two computers wrote the log without a connection (M13). */
export const twoLogs = (log: Answers): Answers =>
  withHolding(log, {
    holder: other,
    sides: [
      {
        ...other,
        hold: "hold-1",
        isInForce: true,
        stamps: 40,
        bibs: 37,
        lacking: { times: [], bibs: [] },
      },
      {
        name: "Hub",
        operator: "João",
        atMs: ago(75),
        isThis: true,
        hold: "hold-2",
        isInForce: false,
        stamps: 3,
        bibs: 1,
        lacking: { times: [ago(31), ago(30.5), null], bibs: ["1042"] },
      },
    ],
  });

function withHolding(answers: Answers, holding: Pick<FinishPage, "holder" | "sides">): Answers {
  const page = answers["finish.page"];
  return {
    ...answers,
    "finish.page": (input: never) => {
      const reply = page?.(input);
      return reply?.ok === true ? ok({ ...reply.value, ...holding }) : err("not-found", "");
    },
    "finish.takeOver": () => ok({ holder: { ...other, isThis: true }, sides: [] }),
    "finish.chooseSide": () => ok({ holder: other, sides: [] }),
  };
}
