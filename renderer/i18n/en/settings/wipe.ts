import type { WipeRecord, WipeStop, WipeView } from "#shared/contract/wipe.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { countOf, formatDayAndTime } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";

const stops: Readonly<Record<WipeStop["code"], (stop: WipeStop) => FailureMessage>> = {
  unsent: ({ count }) => ({
    title: `${countOf(count, "entry", "entries")} of the queue not sent`,
    text: "Send each of them in Sync. A walk-up can also be retracted on its runner’s card.",
  }),
  "not-exported": ({ count, names }) => ({
    title: `Not all of the journal is exported: ${listOf(names, count)}`,
    text: "It holds every check-in, bib and podium. Open the event, choose Journal under Export files and write the file, or keep a second copy of the journal on a stick.",
  }),
  "has-full-desks": () => ({
    title: "Full desks exchange with this computer",
    text: "They would bring everything back. Stop being the hub, on Desks, first.",
  }),
  "is-full-desk": () => ({
    title: "This computer is a full desk",
    text: "The hub would bring everything back. Leave it on Desks first.",
  }),
};

const listOf = (names: readonly string[], count: number): string =>
  `${names.map(isolated).join(", ")}${count > names.length ? ` and ${count - names.length} more` : ""}`;

const countsOf = ({ runners, entries }: Pick<WipeRecord, "runners" | "entries">): string =>
  `${countOf(runners, "runner")}, ${countOf(entries, "entry of the journal", "entries of the journal")}`;

/** Texts of the wipe (K4). */
export const wipe = {
  title: "Erase everything",
  lead: "After the race, before a borrowed computer goes back. Practice stays.",
  open: "Erase everything…",
  ask: "Erase everything on this computer?",
  what: ({ counts }: Pick<WipeView, "counts">): string =>
    `${countsOf(counts)}, ${countOf(counts.backups, "backup")} and the stored keys go. Nobody can bring them back.`,
  outside:
    "Chute cannot reach printed sheets, sticks, files that were taken elsewhere, other devices, and what the organizer has.",
  folders: (folders: readonly string[]): string => `Files stay in ${folders.join(" and ")}.`,
  exports: (files: number): string => countOf(files, "exported file"),
  exportsText:
    "They hold names. Kept, they stay in Chute’s own folder. Erased, only the copies remain that you took elsewhere.",
  exportChoices: { keep: "Keep", erase: "Erase" },
  type: "Type ERASE",
  word: "ERASE",
  notTyped: "Type ERASE first",
  stopped: "First what is said above",
  stops,
  unsaved: {
    title: "Something typed in this window is not saved",
    text: "Save it or clear it first.",
  },
  now: "Erase everything",
  last: (record: WipeRecord): string =>
    `Erased ${formatDayAndTime(record.atMs)}${record.operator === "" ? "" : ` by ${isolated(record.operator)}`}: ${countsOf(record)}.`,
  rest: "Some files were in use then; the start of Chute after that removes them.",
  failures: {
    practice: { title: "This is practice", text: "Leave practice first. Nothing was erased." },
    "wipe-stopped": {
      title: "Nothing was erased",
      text: "Something came up meanwhile. The list above says what.",
    },
    "changed-meanwhile": {
      title: "Nothing was erased",
      text: "Somebody saved something meanwhile. Look at the numbers again.",
    },
    "not-erased": {
      title: "Nothing was erased",
      text: "The disk refused, perhaps because another program has a file open. Everything is as it was.",
    },
    "live-unavailable": {
      title: "Everything was erased",
      text: "A new folder does not open yet, perhaps because the disk is full. Free some space: Chute tries again every few seconds.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
} as const;
