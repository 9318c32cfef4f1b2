import { countOf, formatCount, formatSpan } from "#renderer/i18n/format.ts";

const gigabyte = 1_000_000_000;

/** "41 GB", "0.4 GB". */
const room = (bytes: number): string =>
  bytes >= 10 * gigabyte
    ? `${Math.round(bytes / gigabyte)} GB`
    : `${(bytes / gigabyte).toFixed(1)} GB`;

export interface CheckCounts {
  readonly open: number;
  readonly fine: number;
  readonly of: number;
}

const areOrIs = (count: number): string => (count === 1 ? "is" : "are");

const segments = (count: number): string => countOf(count, "segment");

/** Texts of the check before departure, on the Events screen. */
export const departure = {
  ready: "Ready to leave.",
  notReady: "Not ready to leave yet.",
  allFine: (fine: number, checks: number): string =>
    fine < checks
      ? `${fine} of ${checks} checks are fine. The first walk-up will show whether the key may add one.`
      : `All ${checks} checks are fine.`,
  /** Every check is open, fine, or cannot be tried before the first walk-up. */
  stillOpen: ({ open, fine, of }: CheckCounts): string => {
    const [one, untried] = [
      `${open} of ${of} checks ${areOrIs(open)} still open`,
      of - open - fine,
    ];
    return untried === 0
      ? `${one}.`
      : `${one}, ${fine} ${areOrIs(fine)} fine. ${untried} cannot be tried before the first walk-up.`;
  },
  thenGo: (remainingMs: number): string =>
    remainingMs < 1_000
      ? "A moment, then you can go."
      : `About ${formatSpan(remainingMs)}, then you can go.`,
  looking: "Looking.",
  notTried: "not tried",
  acts: {
    awards: "Ask again",
    podium: "Open Podium",
    settings: "Open Settings",
    backup: "Make a backup now",
    sync: "Open Sync",
  },
  making: "Making it",
  copyOld: (rows: number, span: string): string =>
    `${countOf(rows, "registration")}, as they were ${span} ago. Look for changes before you leave.`,
  awards: {
    never: "They come with the download.",
    failed: "They could not be read. Ask again while there is a connection.",
    unrecognised: (count: number): string =>
      count === 0
        ? "Chute cannot read their format. Set them up in Podium."
        : `${segments(count)} are here, but Chute cannot read their format. Check them in Podium.`,
    none: "The organizer declares none. Set them up in Podium if there is a ceremony.",
    some: (count: number, runs: number): string => `${segments(count)} in ${countOf(runs, "run")}`,
    withoutDepth: (count: number, without: number): string =>
      `${segments(count)}, ${formatCount(without)} of them without a number of places. Set it in Podium.`,
  },
  write: {
    worked: "The key has added a walk-up before.",
    refused:
      "The organizer’s system refused one. Walk-ups stay on this computer until you enter a key with this permission. Ask the organizer.",
    untried: "Not known before the first walk-up. Chute sends nothing just to find out.",
  },
  runs: {
    none: "It has none, so nobody can be registered. Add runs, or download again when the organizer has.",
  },
  folder: {
    synced: (program: string): string =>
      `${program} copies it to other computers and may replace files that are in use: what is saved then is lost. Close Chute and move the folder.`,
  },
  disk: {
    unknown: "This computer does not report its free space. Check it yourself.",
    free: (bytes: number): string => `${room(bytes)} free`,
    little: (bytes: number): string => `Only ${room(bytes)} free. Make room before you leave.`,
    none: (bytes: number): string =>
      `${room(bytes)} free. Check-ins may soon not be saved. Make room now.`,
  },
  backup: {
    none: "None yet.",
    now: "Just now, on this computer",
    ago: (span: string): string => `${span} ago, on this computer`,
    current: (span: string): string => `${span} ago, nothing was saved since`,
    old: (span: string): string => `The last one is ${span} old, and much was saved since.`,
    beforeDownload:
      "The last one was made before the download, so the downloaded list is not in it.",
    atStation: "Make one on the computer that holds the data.",
  },
  desks: {
    complete: (full: number): string =>
      full === 1
        ? "The other computer has every registration and can go on alone."
        : `All ${formatCount(full)} other computers have every registration and can go on alone.`,
    incomplete: (full: number, missing: number): string =>
      `${formatCount(missing)} of ${countOf(full, "other computer")} ${missing === 1 ? "does" : "do"} not have every registration yet. Keep the computers together until they do.`,
  },
  journalMirror: {
    whole: "Everything saved here is in it.",
    trouble: (why: string): string => `${why} Everything is saved on this computer meanwhile.`,
  },
  cancel: {
    ask: (count: number): string =>
      count === 1
        ? "The organizer still has 1. Ask the organizer to cancel it; Sync says whose it is."
        : `The organizer still has ${formatCount(count)}. Ask the organizer to cancel them; Sync says whose they are.`,
  },
  queue: {
    empty: (isSentByHub: boolean): string =>
      `${isSentByHub ? "No walk-up" : "Nothing"} waits to be sent.`,
    setAside: (count: number, isSentByHub: boolean): string =>
      `${formatCount(count)} set aside by a person. ${isSentByHub ? "No other walk-up" : "Nothing else"} waits to be sent.`,
    needs: (count: number): string =>
      count === 1
        ? "1 entry needs a decision. It is easier while there is a connection."
        : `${formatCount(count)} entries need a decision. It is easier while there is a connection.`,
    waits: (count: number): string =>
      count === 1
        ? "1 waits to be sent. It is kept; wait for it if you can."
        : `${formatCount(count)} wait to be sent. They are kept; wait for them if you can.`,
    allHeld: "Nothing is sent until somebody confirms that this computer continues.",
    held: (count: number): string =>
      count === 1
        ? "1 waits until somebody confirms that this computer continues."
        : `${formatCount(count)} wait until somebody confirms that this computer continues.`,
    paused: (count: number): string =>
      count === 1
        ? "1 waits, and sending is paused."
        : `${formatCount(count)} wait, and sending is paused.`,
  },
};
