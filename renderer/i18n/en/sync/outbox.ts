import type { Certainty, OutboxReason, OutboxState } from "#shared/contract/sync.ts";

/** The reason of the state of an entry; `none` without a special reason. */
export type QueueReason = OutboxReason | "none";

/** Values for a sentence, already as texts. */
export interface QueueFacts {
  /** "in 24 s"; undefined if no attempt is planned. */
  readonly nextTry: string | undefined;
  /** The organizer's system is reachable. */
  readonly isOnline: boolean;
  readonly candidates: number;
  /** A corrected entry replaces this one. */
  readonly hasSuccessor: boolean;
}

type Sentence = (facts: QueueFacts) => string;
type ByReason = Readonly<Record<QueueReason, Sentence>>;

const say =
  (text: string): Sentence =>
  () =>
    text;

/** Appends "Next try in 24 s." to a sentence. */
const thenTry =
  (text: string): Sentence =>
  ({ nextTry }) =>
    nextTry === undefined ? `${text} It is tried again.` : `${text} Next try ${nextTry}.`;

const backOnline: Sentence = ({ nextTry, isOnline }) =>
  nextTry === undefined
    ? isOnline
      ? "It is sent next."
      : "It is sent as soon as the connection is back."
    : `Next try ${nextTry}, or as soon as the connection is back.`;

const newKey = say("The key was refused. It waits here for a new key in Settings.");
const otherKey = say("The key may not do this. It waits here for a key that may.");
const paused = say("Sending is paused. It is sent when somebody presses Resume.");
const copied = say(
  "This desk’s data is a backup or a copy. It waits until somebody presses Send from here.",
);
const journalFollows = thenTry(
  "It is sent when the rest of its desk’s journal is here, which may say that it was sent already.",
);
const lookFirst = thenTry("Before it goes again, the organizer’s list is searched for it.");
const asksPatience = thenTry("The organizer’s system asks Chute to wait.");
const stillAtWork = thenTry("The organizer’s system is still working on it.");
const hasFault = thenTry("The organizer’s system has a fault.");
const noAnswer = thenTry("No answer came in time.");
const somethingElse = thenTry("Something else answered, perhaps this network’s login page.");
const setAside = say("Set aside by a person. It stays here until somebody puts it back.");
const parked = say(
  "The organizer’s system failed too often. It stays here until somebody sends it again.",
);
const untilFixed = say("It stays here until you fix it.");
const registeredTwice = say(
  "The same person was saved for this run at another desk too, before the two desks knew of each other. Retract one of the two on its card, or send this one too.",
);
const otherContent = say(
  "The organizer’s system has another request under its number. Chute does not send it again by itself: look for it at the organizer, then decide.",
);
const whichOne: Sentence = ({ candidates }) =>
  candidates > 1
    ? `${candidates} registrations at the organizer fit. Choose which one it is.`
    : "A registration at the organizer may be this person’s. Choose whether it is.";
const notThere: Sentence = ({ candidates }) =>
  candidates === 0
    ? "The organizer’s list was searched and it is not there. Decide what to do."
    : candidates === 1
      ? "The organizer has a registration of this person with another status. It may be an older one: look at it there, then decide."
      : `The organizer has ${candidates} registrations of this person with another status. They may be older ones: look at them there, then decide.`;
const numberOfAnother = say(
  "The organizer’s system confirmed it with a number that another one already has. Look for it at the organizer: if it is not there, send it again.",
);

const onItsWay: ByReason = {
  none: backOnline,
  offline: backOnline,
  timeout: noAnswer,
  "captive-portal": somethingElse,
  "server-error": hasFault,
  "rate-limited": asksPatience,
  "in-progress": stillAtWork,
  "key-refused": newKey,
  forbidden: otherKey,
  paused,
  copied,
  "journal-follows": journalFollows,
  "registered-twice": registeredTwice,
  "key-conflict": otherContent,
  refused: untilFixed,
  "set-aside": setAside,
  reconcile: lookFirst,
  "several-matches": whichOne,
  "not-found-again": notThere,
  "id-taken": numberOfAnother,
  parked,
};

const needsSomebody: ByReason = {
  ...onItsWay,
  none: say("It waits for a person. Look at it, then send it again or set it aside."),
  offline: say("It stays here until somebody sends it again."),
  timeout: say("No answer came in time. It stays here until somebody sends it again."),
  "captive-portal": say(
    "Something else answered, perhaps this network’s login page. It stays here until somebody sends it again.",
  ),
  "server-error": parked,
  "rate-limited": say(
    "The organizer’s system asked Chute to wait. It stays here until somebody sends it again.",
  ),
  "in-progress": say(
    "The organizer’s system was still working on it. It stays here until somebody sends it again.",
  ),
  reconcile: say("The organizer’s list could not be searched for it. Decide what to do."),
};

const every = (sentence: Sentence): ByReason =>
  Object.fromEntries(Object.keys(onItsWay).map((reason) => [reason, sentence])) as ByReason;

/** What happens next, by state and reason. The type makes the table complete: a new state or reason needs a text. */
const queueNext: Readonly<Record<OutboxState, ByReason>> = {
  pending: onItsWay,
  waiting: onItsWay,
  sending: every(say("It is being sent now.")),
  "needs-attention": needsSomebody,
  done: every(say("The organizer has it.")),
  cancelled: every(({ hasSuccessor }) =>
    hasSuccessor ? "A corrected entry replaced it." : "Retracted. Nothing more is sent.",
  ),
};

const cannotCountTwice: Sentence = ({ nextTry }) =>
  nextTry === undefined
    ? "It may have arrived. The same one goes again, so it cannot count twice."
    : `It may have arrived. The same one goes again ${nextTry}, so it cannot count twice.`;
const mayBeThere = say("It may have arrived.");
const neverSent = say("It was never sent.");
const isThere = say("The organizer confirmed it.");
const wasRefused = say("It was refused before.");
const nothing = say("");

const arrival: Readonly<Record<Certainty, Readonly<Record<OutboxState, Sentence>>>> = {
  "never-sent": {
    pending: nothing,
    waiting: nothing,
    sending: nothing,
    "needs-attention": neverSent,
    done: nothing,
    cancelled: neverSent,
  },
  "maybe-sent": {
    pending: cannotCountTwice,
    waiting: cannotCountTwice,
    sending: say(
      "If no answer comes, it may have arrived: the same one goes again, so it cannot count twice.",
    ),
    "needs-attention": mayBeThere,
    done: nothing,
    cancelled: say("It may have arrived: ask the organizer to cancel it."),
  },
  confirmed: {
    pending: isThere,
    waiting: isThere,
    sending: isThere,
    "needs-attention": isThere,
    done: nothing,
    cancelled: say("The organizer has it: ask them to cancel it."),
  },
  refused: {
    pending: wasRefused,
    waiting: wasRefused,
    sending: wasRefused,
    "needs-attention": nothing,
    done: say("It was refused at first."),
    cancelled: say("The organizer’s system refused it."),
  },
};

/** Reasons that the text about an uncertain arrival already contains. */
const toldByArrival: ReadonlySet<QueueReason> = new Set(["none", "offline", "timeout"]);

/** Reasons that prevent another attempt until something else happens. */
const notAgainYet: ReadonlySet<QueueReason> = new Set([
  // Whether the organizer's list is searched first is decided when the hold ends (O10).
  "paused",
  "copied",
  "reconcile",
  "id-taken",
  "registered-twice",
  "several-matches",
  "not-found-again",
  "key-conflict",
  "key-refused",
  "forbidden",
  "set-aside",
  "parked",
  "refused",
]);

/** What is known of the arrival of an entry (W3), and what happens next. */
export function queueOutlook(
  state: OutboxState,
  certainty: Certainty,
  reason: QueueReason,
  facts: QueueFacts,
): string {
  const next = queueNext[state][reason](facts);
  if (state === "sending") return join(next, arrival[certainty][state](facts));
  const isOnItsWay = state === "pending" || state === "waiting";
  if (!isOnItsWay || certainty !== "maybe-sent") {
    return join(arrival[certainty][state](facts), next);
  }
  if (toldByArrival.has(reason)) return cannotCountTwice(facts);
  if (notAgainYet.has(reason)) return join(mayBeThere(facts), next);
  return join(cannotCountTwice({ ...facts, nextTry: undefined }), next);
}

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");
