import type { SecondCopy } from "#shared/contract/black-box.ts";
import { ok } from "#shared/result.ts";
import { ago, departure } from "./everyday.ts";
import type { Answers, Scene } from "./scene.ts";

const pulled: SecondCopy = {
  state: "behind",
  behind: 12,
  missing: 3,
  why: "file-gone",
  lastAtMs: ago(5),
};
const trouble: Answers = {
  "blackBox.status": () => ok(pulled),
  "departure.get": () => ok({ ...departure, secondCopy: pulled }),
};

/** The stick with the second copy is gone; and where a flag says where it goes. */
export const secondCopyScenes: Readonly<Record<string, Scene>> = {
  "second-copy-check-in": { hash: "", answers: trouble },
  "second-copy-events": { hash: "#/events", answers: trouble },
  "second-copy-settings": {
    hash: "#/settings",
    answers: {
      "blackBox.get": () =>
        ok({
          folder: "/srv/race/second",
          isSetAtStart: true,
          isSameDisk: true,
          canChoose: false,
          bringsBackFrom: "start",
          state: "writing",
          behind: 0,
          missing: 3,
          why: null,
          lastAtMs: ago(0),
          isCutShort: true,
        }),
    },
  },
};
