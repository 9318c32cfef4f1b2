import { formatCount } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";

/** Texts of the totals of the outbox, by what is known of the arrival of each entry. */
export const outboxTotals = {
  title: "All entries, sent and unsent",
  hint: (count: number): string =>
    count === 1
      ? "1 entry, none is ever deleted"
      : `${formatCount(count)} entries, none is ever deleted`,
  certainties: {
    "never-sent": "never sent",
    "maybe-sent": "maybe sent",
    confirmed: "confirmed",
    refused: "refused",
  },
  means: {
    "never-sent": "Nothing of these has left this computer.",
    "maybe-sent":
      "These may have arrived, but no answer says so. None is sent as a new one unless a person decides it.",
    confirmed: "The organizer’s system has these, each once.",
    refused: "The organizer’s system looked at these and said no.",
  },
  none: {
    "never-sent": "None. Every entry was sent at least once.",
    "maybe-sent": "None. Chute knows of every entry whether it arrived.",
    confirmed: "None yet. An entry is listed here once the organizer’s system has confirmed it.",
    refused: "None. Nothing was refused.",
  },
  event: "Event",
  allEvents: "All events",
  ofEvent: (name: string, entries: number): string => `${isolated(name)}, ${formatCount(entries)}`,
  noEventName: "Event without a name",
  page: (first: number, last: number, total: number): string =>
    `${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`,
  before: "Earlier",
  after: "Later",
};
