import type { DeskState } from "#shared/contract/settings.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { words } from "#renderer/i18n/words.ts";

type Finding = DeskState["about"]["findings"][number];

/** What Settings says about a problem of the data. A lost database is not called kept whole (S4). */
export const findingMessage = ({ code, facts }: Finding): FailureMessage =>
  code === "database-set-aside" && facts["reason"] === "database-lost"
    ? words.settings.databaseLost
    : words.settings.findings[code];
