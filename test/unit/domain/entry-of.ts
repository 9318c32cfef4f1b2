import type { JournalEntry } from "#shared/domain/journal/journal.ts";

/** An entry about one runner; `hlc` is used as the whole text of the clock. */
export const entryOf = (
  device: string,
  sequence: number,
  hlc: string,
  payload: NonNullable<JournalEntry["payload"]>,
  kind = "bib.given",
): JournalEntry => ({
  device,
  epoch: "e",
  sequence,
  hlc,
  wallAtMs: 0,
  operator: "Mei",
  desk: "Desk",
  kind,
  eventId: "e",
  subject: "r",
  otherSubject: null,
  payload,
  salt: "",
  payloadHash: "",
  previousHash: "",
  hash: `${device}${sequence}`,
  commandId: null,
});
