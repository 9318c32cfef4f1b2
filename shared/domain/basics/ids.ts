/** Characters of the longest id of the organizer's that is taken: of an event, a run, a registration. */
export const longestId = 200;

/** Names one journal entry on every computer: `device.epoch.sequence` (J4). */
export type EntryId = `${string}.${string}.${number}`;

/** What makes an entry the same entry everywhere (J4). */
export interface EntryIdentity {
  /** Random, made once for a database; no dot in it. */
  readonly device: string;
  /** Random at each start of the core, so a cloned database never repeats an identity; no dot in it. */
  readonly epoch: string;
  /** From 1, without gaps within its epoch. */
  readonly sequence: number;
}

export const entryIdOf = ({ device, epoch, sequence }: EntryIdentity): EntryId =>
  `${device}.${epoch}.${sequence}`;

const entryIdForm = /^([^.]+)\.([^.]+)\.([1-9]\d{0,15})$/;

/** The identity behind an entry's id; null if the text is none. */
export function readEntryId(text: string): EntryIdentity | null {
  const [, device, epoch, sequence] = entryIdForm.exec(text) ?? [];
  if (device === undefined || epoch === undefined || sequence === undefined) return null;
  return { device, epoch, sequence: Number(sequence) };
}

const walkUpPrefix = "w_";

/** The id a walk-up keeps for ever (W2), from a version 4 UUID. */
export const walkUpIdOf = (uuid: string): string => `${walkUpPrefix}${uuid.replaceAll("-", "")}`;

export const isWalkUpId = (runnerId: string): boolean => runnerId.startsWith(walkUpPrefix);

const localEventPrefix = "e_";

/** The id an event made here is known by until the organizer names it, and an alias ever after; from a version 4 UUID. */
export const localEventIdOf = (uuid: string): string =>
  `${localEventPrefix}${uuid.replaceAll("-", "")}`;

export const isLocalEventId = (eventId: string): boolean => eventId.startsWith(localEventPrefix);
