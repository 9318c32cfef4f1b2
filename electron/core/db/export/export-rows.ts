import type { ExportSubject } from "#shared/contract/settings.ts";
import { checkIns } from "./export-check-ins.ts";
import { finishLog } from "./export-finish-log.ts";
import { journal } from "./export-journal.ts";
import { podium } from "./export-podium.ts";
import type { ExportSource } from "./export-row.ts";
import { walkUps } from "./export-walk-ups.ts";

/** What can be exported, each in a file of its own. */
export const exportSources: Readonly<Record<ExportSubject, ExportSource>> = {
  "check-ins": checkIns,
  "walk-ups": walkUps,
  podium,
  "finish-log": finishLog,
  journal,
};
