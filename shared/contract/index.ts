import type { z } from "zod";
import type { Failure, Result } from "../result.ts";
import { journalMirrorProcedures } from "./journal-mirror.ts";
import { bibRangeProcedures } from "./bib-ranges.ts";
import { connectionProcedures } from "./connection.ts";
import { conflictProcedures } from "./conflicts.ts";
import { dataFolderProcedures } from "./data-folders.ts";
import { desksProcedures } from "./desks.ts";
import { departureProcedures } from "./departure.ts";
import { diagnosticsProcedures } from "./diagnostics.ts";
import { checkInProcedures } from "./check-in.ts";
import { eventProcedures } from "./events.ts";
import { finishProcedures } from "./finish-log.ts";
import { organizerProcedures } from "./organizer.ts";
import { printingProcedures } from "./printing.ts";
import { podiumProcedures } from "./podium.ts";
import { rehearsalProcedures } from "./rehearsal.ts";
import { resultsProcedures } from "./results.ts";
import { rosterProcedures } from "./roster.ts";
import { lanAccessProcedures } from "./lan-access.ts";
import { settingsProcedures } from "./settings.ts";
import { syncProcedures } from "./sync.ts";
import { walkUpProcedures } from "./walk-up.ts";
import { wipeProcedures } from "./wipe.ts";

/** All procedures by name; hosts, client and `GET /rpc` read this list. */
export const procedures = {
  ...connectionProcedures,
  ...eventProcedures,
  ...departureProcedures,
  ...rosterProcedures,
  ...checkInProcedures,
  ...walkUpProcedures,
  ...podiumProcedures,
  ...printingProcedures,
  ...finishProcedures,
  ...resultsProcedures,
  ...organizerProcedures,
  ...syncProcedures,
  ...settingsProcedures,
  ...journalMirrorProcedures,
  ...diagnosticsProcedures,
  ...dataFolderProcedures,
  ...lanAccessProcedures,
  ...rehearsalProcedures,
  ...desksProcedures,
  ...conflictProcedures,
  ...bibRangeProcedures,
  ...wipeProcedures,
} as const;

export type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;

export const isProcedureName = (name: string): name is ProcedureName =>
  Object.hasOwn(procedures, name);
export const procedureNames: readonly ProcedureName[] =
  Object.keys(procedures).filter(isProcedureName);

export type InputOf<Name extends ProcedureName> = z.input<Procedures[Name]["input"]>;
export type ParsedInputOf<Name extends ProcedureName> = z.output<Procedures[Name]["input"]>;
export type OutputOf<Name extends ProcedureName> = z.output<Procedures[Name]["output"]>;
export type DeclaredErrorOf<Name extends ProcedureName> = Procedures[Name]["errors"][number];

/** The failures of the router and of the transport, which any procedure may return. */
export const routerErrors = [
  "unknown-procedure",
  "invalid-input",
  "not-allowed",
  "internal",
  "closing",
  "transport-down",
  /** A full desk could not reach its hub, which alone may do this (M9). */
  "hub-away",
] as const;
export type RouterError = (typeof routerErrors)[number];

export type ErrorCodeOf<Name extends ProcedureName> = DeclaredErrorOf<Name> | RouterError;
export type ReplyOf<Name extends ProcedureName> = Result<
  OutputOf<Name>,
  Failure<ErrorCodeOf<Name>>
>;
