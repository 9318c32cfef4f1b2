/** The maximum length of the organizer's ids of events, runs and registrations, in characters. */
export const longestId = 200;

/** Identifies one journal entry on every computer: `device.epoch.sequence` (J4). */
export type EntryId = `${string}.${string}.${number}`;

/** The three values that identify an entry on every computer. */
export interface EntryIdentity {
  /** Random, created once for a database; without a dot. */
  readonly device: string;
  /** Random at each start of the core, so that a cloned database never repeats an identity; without a dot. */
  readonly epoch: string;
  /** From 1, without gaps within its epoch. */
  readonly sequence: number;
}

export const entryIdOf = ({ device, epoch, sequence }: EntryIdentity): EntryId =>
  `${device}.${epoch}.${sequence}`;

const entryIdForm = /^([^.]+)\.([^.]+)\.([1-9]\d{0,15})$/;

/** Parses the id of an entry; null if the text is not an entry's id. */
export function readEntryId(text: string): EntryIdentity | null {
  const [, device, epoch, sequence] = entryIdForm.exec(text) ?? [];
  if (device === undefined || epoch === undefined || sequence === undefined) return null;
  return { device, epoch, sequence: Number(sequence) };
}

const walkUpPrefix = "w_";

/** The permanent id of a walk-up (W2), from a version 4 UUID. */
export const walkUpIdOf = (uuid: string): string => `${walkUpPrefix}${uuid.replaceAll("-", "")}`;

export const isWalkUpId = (runnerId: string): boolean => runnerId.startsWith(walkUpPrefix);

const localEventPrefix = "e_";

/**
 * The id of an event that was made in Chute, from a version 4 UUID. After the organizer has given the event an id, this
 * id remains an alias.
 */
export const localEventIdOf = (uuid: string): string =>
  `${localEventPrefix}${uuid.replaceAll("-", "")}`;

export const isLocalEventId = (eventId: string): boolean => eventId.startsWith(localEventPrefix);
