import { capitalized, countOf, countWord, formatCount, formatSpan } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { joined } from "#renderer/i18n/en/people.ts";
import { gunWords } from "./gun-words.ts";
import { toPodiumWords } from "./to-podium-words.ts";
import { ordinal } from "./podium-warnings.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { FinishAction, LogSide as Side } from "#shared/contract/finish-log.ts";

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

const warningWords = {
  "unknown-bib": "Nobody has this bib",
  "ambiguous-bib": "Several have this bib",
  twice: "Twice in the log",
  "not-checked-in": "Not checked in",
  waitlist: "On the waitlist",
  cancelled: "Cancelled",
  refunded: "Refunded",
  other: "Not confirmed",
  "before-gun": "Before the gun",
  "before-above": "Earlier than the time above",
} as const;

type LogSide = Pick<Side, "name" | "isInForce" | "stamps" | "bibs">;

const amountOf = ({ stamps, bibs }: LogSide): string =>
  `${countOf(stamps, "time")}, ${countOf(bibs, "bib")}`;

/** "2 times and 1 bib". */
const these = (times: number, bibs: number, guns: number): string =>
  joined([
    ...(times > 0 ? [countOf(times, "time")] : []),
    ...(bibs > 0 ? [countOf(bibs, "bib")] : []),
    ...(guns > 0 ? [countOf(guns, "gun time")] : []),
  ]);

/** "2 times and 1 bib are". */
const theseAre = (times: number, bibs: number, guns: number): string =>
  `${these(times, bibs, guns)} ${times + bibs + guns === 1 ? "is" : "are"}`;

/** A longer bib, such as a scanned code that was kept as read, does not fit on the Undo button. */
const longestOnButton = 8;

/** A message names at most this many bibs. */
const mostNamedBibs = 5;

type ActionWords = Readonly<Record<FinishAction["kind"], (bib: string | null) => string>>;

const withBib =
  (plain: string, named: (bib: string) => string) =>
  (bib: string | null): string =>
    bib === null ? plain : named(bib);

const undoWords: ActionWords = {
  stamp: () => "Undo last time",
  bib: withBib("Undo last bib", (bib) => `Undo bib ${bib}`),
  gap: () => "Undo gap",
  time: () => "Undo typed time",
  move: withBib("Undo move", (bib) => `Undo move of ${bib}`),
  change: withBib("Undo change", (bib) => `Undo change to ${bib}`),
  settle: withBib("Undo choice", (bib) => `Undo choice for ${bib}`),
  remove: () => "Undo removal",
  gun: () => "Undo gun time",
};

const undoneWords: ActionWords = {
  stamp: () => "Last time undone",
  bib: withBib("Unreadable bib undone", (bib) => `Bib ${bib} undone`),
  gap: () => "Gap undone",
  time: () => "Typed time undone",
  move: withBib("Move undone", (bib) => `Move of ${bib} undone`),
  change: withBib("Change undone", (bib) => `Change to ${bib} undone`),
  settle: withBib(
    "The choice of the runner is taken back",
    (bib) => `The choice of the runner for ${bib} is taken back`,
  ),
  remove: () => "Removal undone",
  gun: () => "The gun time is as it was before",
};

/** Texts of the finish log. */
export const finishLog = {
  list: "Finish log, times and bibs side by side",
  times: "Time",
  bibs: "Bib",
  stamp: "Stamp a finish",
  stampKey: "Space",
  stampNote: "Space stamps at any time, also while a bib is typed. Shift Space types a space.",
  bibLabel: "Next bib",
  bibOf: (index: number): string => `Bib of finisher ${formatCount(index + 1)}`,
  bibHint: "scans go in as bibs",
  bibHintChange: "a scan is the next finisher",
  bibEmpty: "Type or scan",
  add: "Add the bib",
  unreadable: "Unreadable",
  unreadableKey: "?",

  timeLabel: (index: number): string => `Time of finisher ${formatCount(index + 1)}`,
  timeHint: "time of day, or from the gun",
  timeEmpty: "10:42:17 or 42:17",
  timeSet: "Set the time",
  timeReadAs: "Read as",
  timeOfDay: (time: string): string => `${time}, time of day`,
  timeSinceGun: (time: string, run: string): string => `${time} from the gun of ${isolated(run)}`,
  timeUnreadable: "Write a time like 10:42:17.3 or 42:17.",
  timeEarly: (above: string): string => `Before the time above, ${above}.`,
  timeLate: (below: string): string => `After the time below, ${below}.`,
  timeBeforeGun: "Before the gun.",
  timeAsked: "Set it all the same?",
  timeAnyway: "Set it all the same",

  unknownTitle: "What is in the finish log is not known",
  unknownText:
    "Chute does not answer, and asks again by itself. You can stamp times and type bibs now: they are kept in this window until they are saved.",
  unknownAgain: "Try again",
  nothingTitle: "Nobody has finished yet",
  nothingSteps: [
    "Press Start now when the gun goes off. A time can be set later too.",
    "Press Space, or the big button, when somebody crosses the line.",
    "Type or scan the bibs in the same order when there is time.",
  ],
  counts: (times: number, bibs: number, gaps: number): string => {
    if (times === 0 && bibs === 0) return "No times and no bibs yet.";
    if (times === bibs) {
      return gaps === 0
        ? `${countOf(times, "finisher")}: as many bibs as times.`
        : `${countOf(times, "finisher")}: ${countOf(gaps, "time was", "times were")} not pressed.`;
    }
    const notPressed = gaps === 0 ? "" : ` and ${formatCount(gaps)} not pressed`;
    return `${countOf(times - gaps, "time")}${notPressed}, ${countOf(bibs, "bib")}.`;
  },
  /** The row of a gap has no time either. */
  missing: (times: number, bibs: number, gaps: number): string =>
    times < bibs
      ? `${countOf(bibs - times + gaps, "bib has", "bibs have")} no time. Type it, or insert a gap where a press was missed.`
      : `${gaps === 0 ? countOf(times - bibs, "time has", "times have") : countOf(times - bibs, "finisher has", "finishers have")} no bib yet.`,

  row: (index: number): string => formatCount(index + 1),
  noTime: "not pressed",
  noBib: "unreadable",
  openTime: "no time",
  typeTime: "type its time",
  openBib: "no bib yet",
  nextBibHere: "next bib",
  saving: "saving",
  notSaved: "not saved",
  warned: (warnings: readonly (keyof typeof warningWords)[]): string =>
    warnings
      .map((warning, at) => (at === 0 ? warningWords[warning] : lowerFirst(warningWords[warning])))
      .join(", "),
  loading: "Looking",
  toEnd: "To the end",
  endKey: "End",

  chosenTime: (index: number, time: string): string => `Time ${formatCount(index + 1)}: ${time}`,
  chosenBib: (index: number, bib: string): string => `Bib ${formatCount(index + 1)}: ${bib}`,
  tools: {
    gap: "Missed press above",
    gapKey: "+",
    time: "Type its time",
    changeTime: "Change the time",
    insertBib: "Insert above",
    insertTyped: (bib: string): string => `Insert ${bib} above`,
    change: "Change",
    changeKey: "F2",
    up: "Move up",
    down: "Move down",
    remove: "Remove",
    removeTime: (below: number): string =>
      `The time: ${countOf(below, "below moves up", "below move up")}`,
    removeBib: (below: number): string =>
      `The bib: ${countOf(below, "below moves up", "below move up")}`,
    removeKey: "Del",
    removeLine: "Time and bib",
    removeLineKey: "⇧ Del",
    keep: "Remove nothing",
    close: "Done",
    who: "Who is it?",
  },
  whoTitle: (bib: string): string => `Who wore bib ${bib}?`,
  whoText: "Several people have this bib. Choose who came in on this line.",
  whoHere: "checked in",
  whoNotHere: "not checked in",
  whoOpen: "Leave it open",
  whoChosen: (count: number): string => `chosen from ${formatCount(count)}`,
  chooseHint: "Touch a time or a bib to move, change or remove it.",

  undoKeys: "Ctrl Z",
  /** `isBehind`: a later item is still being saved, and the words must fit that one too. */
  undoWhat(action: FinishAction | null, isBehind: boolean): string {
    if (action === null) return "Undo";
    const { kind, bib } = action;
    if (isBehind) return undoWords[kind](null);
    if (kind === "bib" && bib === null) return "Undo unreadable";
    return undoWords[kind](bib !== null && bib.length <= longestOnButton ? bib : null);
  },
  undoFill: "Undo into podium",
  /** `time`: the time that is gone, so that it can be typed again; null for other actions. */
  undone(action: FinishAction | null, time: string | null): string {
    if (action === null) return "Undone";
    return action.kind === "stamp" && time !== null
      ? `Time ${time} undone`
      : undoneWords[action.kind](action.bib);
  },
  noRedo:
    "The finish log has no redo. Type the bib again. For a time: stamp, then change it to the time that was undone.",
  nothingToUndo:
    "Nothing left to undo at this desk. An action that another desk has changed since cannot be undone here.",
  undoLater: "Not yet: the last one is still being saved",
  removeAgain: (list: "stamps" | "bibs", index: number): string =>
    `${list === "bibs" ? "Bib" : "Time"} ${formatCount(index + 1)} is chosen and was out of sight. Del removes it now.`,
  removedTime: (below: number): string =>
    below === 0
      ? "Time removed from the log"
      : `Time removed: ${below === 1 ? "the time" : `the ${formatCount(below)} times`} below it moved up to the bib above`,
  removedBib: (bib: string, below: number): string =>
    below === 0
      ? `Bib ${bib} removed from the log`
      : `Bib ${bib} removed: ${below === 1 ? "the bib" : `the ${formatCount(below)} bibs`} below it moved up to the time above`,
  removedLine: (index: number): string =>
    `Line ${formatCount(index + 1)} removed: its time and its bib`,
  scanDoubt: (code: string, instead: string, taken: string): string =>
    `Scanned ${code} or ${instead}, taken as ${taken}: look at the bib.`,
  scanFailed: (code: string): string =>
    `The code “${code}” could not be looked up. The log keeps it as read.`,
  scanUnclear: (code: string): string =>
    `The code “${code}” does not say whose bib it is. The log keeps it as read.`,
  scanSeveral: (code: string, runners: readonly Pick<RunnerRow, "name" | "bib">[]): string => {
    const named = runners
      .slice(0, mostNamedBibs)
      .map(({ name, bib }) => `${bib ?? "no bib"} (${isolated(name ?? "no name")})`);
    const more = runners.length - named.length;
    const all = [...named, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
    return `The code “${code}” is of several runners: ${all}. Change it to the bib of the one who came in.`;
  },
  scanNobody: (code: string): string => `Nobody has the code “${code}”. The log keeps it as read.`,

  movedTitle: "Bibs of this window are in other rows now",
  movedBibs: (bibs: readonly { readonly bib: string | null; readonly index: number }[]): string => {
    const named = bibs
      .slice(0, mostNamedBibs)
      .map(({ bib, index }) => `${bib ?? "unreadable"} in row ${formatCount(index + 1)}`);
    const more = bibs.length - named.length;
    const all = [...named, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
    return `Another desk typed bibs before these were saved, so these came behind them: ${all}. Check the time beside each.`;
  },
  notSavedTitle: "NOT SAVED",
  notSavedWhat: (times: number, bibs: number, guns: number): string =>
    `${theseAre(times, bibs, guns)} only in this window.`,
  notSavedGuns: (guns: readonly string[]): string => `GUN NOT SAVED: ${guns.join(", ")}`,
  notSavedGone: (what: string): string => `NOT SAVED in the finish log: ${what}. Do it again.`,
  notDone: (what: string): string => `Not done: ${what}`,
  perhapsNotDone: (what: string): string => `Perhaps not done: ${what}`,
  noAnswer:
    "Chute did not answer, and does not try this again by itself. Look at the log, and do it again if it is missing.",
  commandNames: {
    change: (bib: string | null): string =>
      bib === null ? "change to an unreadable bib" : `change to bib ${bib}`,
    time: "change of a time",
    settle: "choice of the runner",
    move: "move",
    gap: "gap for a missed press",
    insert: (bib: string | null): string =>
      bib === null ? "new line for a bib" : `new line for bib ${bib}`,
    removeTime: (index: number): string => `removal of time ${formatCount(index + 1)}`,
    removeBib: (bib: string): string => `removal of bib ${bib}`,
    removeLine: (index: number): string => `removal of line ${formatCount(index + 1)}`,
    undo: "undo",
  },
  notSavedShort: (times: number, bibs: number, guns: number): string =>
    `${these(times, bibs, guns)} not saved`,
  notSavedWhy: {
    // The queue sends by itself, so nobody is told to do anything again (M14).
    "not-sent": {
      title: "There is no connection",
      text: "There is no connection.",
    },
    "not-found": {
      title: "There is no such event",
      text: "The open data has no such event.",
    },
    "held-elsewhere": {
      title: "Another computer holds the finish log",
      text: "Another computer holds the finish log: take it over, or set these aside.",
    },
    "gun-is-set": {
      title: "The run has a gun time",
      text: "The run got another gun time meanwhile, which stays. Compare both, then set this one aside.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
  notSavedDo: "Keep this window open and continue: Chute tries again by itself.",
  notSavedRefused: "Keep this window open until then.",
  notSavedTimes: "Times that are not saved",
  tryNow: "Try now",
  setAside: "Set aside",
  asideTitle: (times: number, bibs: number, guns: number): string =>
    `${theseAre(times, bibs, guns)} set aside`,
  asideText:
    "The program refused this, so it is in no log. It is kept on this device until it is saved.",
  asideRetry: "Try again",
  asideSave: "Save as a file",
  asideRemove: "Remove…",
  asideRemoveTitle: (times: number, bibs: number, guns: number): string =>
    `Remove ${these(times, bibs, guns)}?`,
  asideRemoveText: (count: number): string =>
    count === 1
      ? "It is in no log. Once removed it is lost, unless you saved it as a file."
      : "They are in no log. Once removed they are lost, unless you saved them as a file.",
  asideRemoveDo: (times: number, bibs: number, guns: number): string =>
    `Remove ${these(times, bibs, guns)}`,
  strayTitle: "For an event that is not here",
  strayText:
    "It was pressed or typed on this device. Download that event again, or open the data folder it belongs to, and it goes into its log.",

  clockZone: (zone: string): string => `Times of day in ${zone}.`,
  clockHere: "Times of day by this computer. The venue’s time zone is not known.",
  clockAhead: (aheadMs: number): string =>
    `This device’s clock is ${formatSpan(Math.abs(aheadMs))} ${aheadMs > 0 ? "behind" : "ahead of"} the desk’s. Times are set right.`,
  slept: (sleptMs: number): string =>
    `The computer slept for ${formatSpan(sleptMs)}. Times continue by the time of day.`,

  ...gunWords,
  spaceHere: "While this is open, nothing stamps a finish.",

  ...toPodiumWords,
  place: ordinal,
  noTimeShort: "no time",

  /** Which computer writes the log, and two logs that were written without a connection. */
  holder: {
    title: (name: string): string => `${isolated(name)} holds the finish log`,
    text: (operator: string, time: string): string =>
      `${operator === "" ? "It has written it" : `${isolated(operator)} has written it there`} since ${time}. Times and bibs of this computer are refused until it takes the log over.`,
    takeOver: "Take it over",
    stamp: (name: string): string =>
      `${isolated(name)} holds the finish log. Take it over before you stamp here.`,
    here: "This computer holds the finish log.",
    hereOf: (name: string): string =>
      `${isolated(name)} holds the finish log; this device writes it there.`,
    sidesTitle: (count: number): string =>
      `${capitalized(countWord(count))} finish logs: which one counts?`,
    sidesLead:
      "They were written apart, and the journal keeps all. Type what is missing into the log that counts, then choose.",
    since: (operator: string, time: string): string =>
      `${operator === "" ? "" : `${isolated(operator)}, `}since ${time}.`,
    inForce: (side: LogSide): string => `Counts now: ${amountOf(side)}.`,
    setAside: (side: LogSide): string => `Set aside: ${amountOf(side)}.`,
    lacking: (name: string): string => `What ${isolated(name)} wrote`,
    lackingTimes: (times: readonly string[]): string => `Times: ${times.join(" · ")}`,
    lackingBibs: (bibs: readonly string[]): string => `Bibs: ${bibs.join(" · ")}`,
    choose: "This one…",
    chooseLabel: (side: LogSide): string =>
      `This one: the log of ${isolated(side.name)}, ${amountOf(side)}…`,
    confirmTitle: (name: string): string => `The log of ${isolated(name)} counts?`,
    /** Both logs may have the same holder, so the amounts tell which one is meant. */
    confirmText: (side: LogSide, others: readonly LogSide[]): string =>
      [
        side.isInForce
          ? `In the finish log, as now: ${amountOf(side)}. What is set aside stays out of it: ${others.map((other) => `${isolated(other.name)}, ${amountOf(other)}`).join("; ")}. The journal keeps it.`
          : `Into the finish log: ${amountOf(side)}. What was written in their place leaves the log and its places; the journal keeps it.`,
        `${isolated(side.name)} holds the log from then on.`,
      ].join(" "),
    confirm: ({ isInForce }: LogSide): string =>
      isInForce ? "Keep what counts now" : "Count what is set aside",
  },

  failures: {
    "held-elsewhere": {
      title: "Another computer holds the finish log",
      text: "Nothing was changed. Take the log over first, or write it at that computer.",
    },
    "changed-meanwhile": {
      title: "A segment was changed meanwhile",
      text: "Nothing was written. Look at it again, then put it in.",
    },
    "nothing-to-place": {
      title: "Nobody to put in",
      text: "Nothing was changed. Type the bibs of this run first.",
    },
    "reason-needed": {
      title: "A reason is needed",
      text: "A segment was announced meanwhile. Write why it changes.",
    },
    "nothing-to-undo": {
      title: "Nothing to take back",
      text: "What was put in is not there any more.",
    },
    "not-found": {
      title: "That is not in the log any more",
      text: "Nothing was changed. Look at the log again.",
    },
    "item-not-saved": {
      title: "It is not saved itself yet",
      text: "Nothing was changed. Try again once it is saved.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
