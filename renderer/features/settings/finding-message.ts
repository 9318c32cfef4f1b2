import type { DeskState } from "#shared/contract/settings.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { words } from "#renderer/i18n/words.ts";

type Finding = DeskState["about"]["findings"][number];

/** What Settings says about a problem of the data. A lost database is not called kept whole (S4), a replaced one not damaged. */
export function findingMessage({ code, facts }: Finding): FailureMessage {
  const { findings, databaseLost, databaseReplaced } = words.settings;
  if (code !== "database-set-aside") return findings[code];
  if (facts["reason"] === "database-lost") return databaseLost;
  return facts["reason"] === "restore-cut-short" ? databaseReplaced : findings[code];
}
