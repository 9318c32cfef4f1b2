import { copyMutants } from "./copy-mutants.ts";
import { deskMutants } from "./desk-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { queueMutants } from "./queue-mutants.ts";
import { wireMutants } from "./wire-mutants.ts";

export const mutants: readonly Mutant[] = [
  ...queueMutants,
  ...wireMutants,
  ...copyMutants,
  ...deskMutants,
];
