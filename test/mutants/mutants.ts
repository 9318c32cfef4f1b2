import { replicaMutants } from "./replica-mutants.ts";
import { deskMutants } from "./desk-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { outboxMutants } from "./outbox-mutants.ts";
import { transportMutants } from "./transport-mutants.ts";

export const mutants: readonly Mutant[] = [
  ...outboxMutants,
  ...transportMutants,
  ...replicaMutants,
  ...deskMutants,
];
