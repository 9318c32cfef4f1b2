import type { DeskPresence, DesksRole, HubLink } from "#shared/contract/desks.ts";
import {
  capitalized,
  countOf,
  formatCount,
  formatSpan,
  formatTime,
} from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import { deskFailures } from "./desk-failures.ts";
import type { FailureMessage } from "./errors.ts";

const entries = (count: number): string => countOf(count, "entry", "entries");
const named = (name: string): string => (name === "" ? "the hub" : isolated(name));

/** Texts of the desks of the venue: the hub, full desks and browser desks. */
export const desks = {
  title: "Desks",
  hint: "Who works where",
  open: "Open Desks",
  back: "Settings",

  /** One line in Settings. */
  roles: {
    alone: (browsers: number): string => `${aloneWith(browsers)}.`,
    hub: () => "This laptop is the hub.",
    full: () => "This laptop is a full desk of a hub.",
  } as const satisfies Readonly<Record<DesksRole, (browsers: number) => string>>,

  firstStart: "Join a hub, without a key…",

  alone: {
    title: aloneWith,
    lead: "With more desks, one laptop is the hub. The others join it, and everybody sees within two seconds what anybody does. No internet is needed, only one network.",
    openHub: "This laptop is the hub",
    openHubText:
      "Phones, tablets and other laptops join this one, and this one sends the walk-ups.",
    opening: "Opening the network",
    join: "Join a hub…",
    joinText:
      "Another laptop is the hub. This one keeps everything as well, and goes on alone when the network fails.",
    practice: "In practice no other laptop can join this one. Browsers can, with a code.",
  },

  hub: {
    title: "This laptop is the hub",
    lead: "Full desks exchange what was done with it, and it sends the walk-ups to the organizer.",
    /** Of the other desks: this laptop itself is always here. */
    counts: (here: number, away: number): string => {
      const others = here === 0 ? "No other desk is here" : `${countOf(here, "other desk")} here`;
      return away === 0 ? others : `${others}, ${formatCount(away)} away`;
    },
    close: "Stop being the hub…",
    closeTitle: "Stop being the hub?",
    closeText:
      "Full desks go on alone, and are refused here until this laptop is the hub again. Nothing that was done is lost. Browsers stay paired with this laptop.",
    closeNow: "Stop being the hub",
  },

  /** This laptop was the hub, and a person chose another one. */
  formerHub: {
    title: (hub: string): string => `${capitalized(named(hub))} is the hub now`,
    notThis: "This laptop is not the hub any more. It sends no walk-ups.",
    lead: (hub: string): string =>
      `Join ${named(hub)}: then it sends the walk-ups that are made here, and everybody sees the same. Until then they are sent only while ${named(hub)} reaches this laptop. Nothing is lost.`,
    join: (hub: string): string => `Join ${named(hub)}…`,
  },

  full: {
    title: (hub: string): string => `Full desk of ${named(hub)}`,
    lead: "Everything done here is saved on this laptop first, then at the hub. The hub sends the walk-ups.",
    address: "Hub",
    connection:
      "This laptop is a full desk: it reads the lists of the hub, which asks the organizer. No key is stored here.",
    leave: "Leave the hub…",
    takeOver: "Take over…",
    twoHubs: "Two hubs: nothing is sent",
    twoHubsText:
      "Go on working: everything is saved. A person must choose, on Desks of one of the two hubs, which one goes on.",
    otherEvent: (hub: string): string => `${capitalized(named(hub))} has another event open`,
    otherEventText:
      "What is done here counts for the event that is open here. To work on the hub’s event, the owner of this laptop opens it in Events.",
    roster: "Start list from the hub",
    noEvent: "The hub has not named its event yet. Keep this laptop in the network.",
    partly: (rows: number, expected: number | null): string =>
      expected === null
        ? `${countOf(rows, "registration")} ${rows === 1 ? "is" : "are"} here.`
        : rows > expected
          ? `${countOf(rows, "registration")} so far. The organizer counts ${formatCount(expected)} confirmed ones.`
          : `${formatCount(rows)} of about ${formatCount(expected)} registrations are here.`,
    waiting: "The start list has not come yet.",
    complete: (rows: number): string =>
      `The whole start list is here: ${countOf(rows, "registration")}. This laptop can work without the hub.`,
  },

  /** The link of a full desk, on its screen and in the status bar. */
  link: {
    title: {
      connecting: (hub: string): string => `Looking for ${named(hub)}`,
      up: (hub: string): string => `Connected with ${named(hub)}`,
      away: (hub: string, sinceMs: number | null): string =>
        sinceMs === null
          ? `${capitalized(named(hub))} is away`
          : `${capitalized(named(hub))} has been away since ${formatTime(sinceMs)}`,
    },
    refused: {
      "not-paired": (hub: string): string => `${capitalized(named(hub))} refuses this laptop`,
      "other-hub": (hub: string): string => `${capitalized(named(hub))} is not the hub any more`,
      "no-access": (hub: string): string => `This laptop cannot prove itself to ${named(hub)}`,
      "not-saved": (hub: string): string => `The disk of ${named(hub)} takes nothing`,
      "later-format": (hub: string): string => `${capitalized(named(hub))} has an older Chute`,
      "other-certificate": (hub: string): string => `What answers is not ${named(hub)}`,
    },
    text: {
      connecting: "Go on working: everything is saved on this laptop.",
      away: "Go on working: everything is saved on this laptop and goes to the hub when it answers.",
    },
    why: {
      "not-paired":
        "The owner of the hub took this laptop’s access away, or the hub’s data is another. Leave the hub, then join it with a new code.",
      "no-access":
        "Its secret for the hub cannot be read, or a backup was put back. On the hub, take this laptop’s access away. Here, leave the hub, then join it with a new code.",
      "not-saved":
        "Go on working: everything is saved on this laptop. Make room on the hub’s disk; then the hub gets it.",
      "other-hub":
        "Find out which computer is the hub now. Leave this hub, then join that one with a code. What is done here is saved on this laptop.",
      "later-format": "Install the same version at the hub. What was done here is safe.",
      "other-certificate":
        "Another certificate answers at its address. Nothing was sent to it. Check who is in your network. If the hub was set up anew, leave it and join again.",
    } as const satisfies Readonly<Record<NonNullable<HubLink["why"]>, string>>,
    hubNow: (hub: string): string =>
      `${capitalized(named(hub))} is the hub now. Leave this hub, then join that one with a code. What is done here is saved on this laptop.`,
    unsent: (count: number): string =>
      count === 0
        ? "The hub has all entries."
        : `${entries(count)} ${count === 1 ? "waits" : "wait"} for the hub.`,
    refusedEntries: (count: number): string =>
      `The hub does not take ${entries(count)} of another computer, because that one did not send them itself. Bring its stick to the hub.`,
    behind: (count: number): string =>
      `${entries(count)} of the hub ${count === 1 ? "is" : "are"} on the way.`,
  },

  /** The cell of the status bar. */
  status: {
    up: (hub: string): string => `With ${named(hub)}`,
    connecting: (hub: string): string => `Looking for ${named(hub)}`,
    away: (hub: string, sinceMs: number | null): string =>
      sinceMs === null
        ? `${capitalized(named(hub))} away`
        : `${capitalized(named(hub))} away since ${formatTime(sinceMs)}`,
    refused: {
      "not-paired": "Access to the hub ended, see Desks",
      "no-access": "No access to the hub, see Desks",
      "not-saved": "The hub’s disk is full, see Desks",
      "other-hub": "Not the hub any more, see Desks",
      "later-format": "The hub’s Chute is older, see Desks",
      "other-certificate": "Not the hub that answers, see Desks",
    } as const satisfies Readonly<Record<NonNullable<HubLink["why"]>, string>>,
    unsent: (count: number): string => `, ${formatCount(count)} ${count === 1 ? "waits" : "wait"}`,
    otherEvent: (hub: string): string => `${capitalized(named(hub))} has another event, see Desks`,
    formerHub: (hub: string): string => `${capitalized(named(hub))} is the hub now, see Desks`,
    twoHubs: "Two hubs: nothing is sent, see Desks",
  },

  pairing: {
    title: "Let a device in",
    lead: {
      hub: "The code lets in browsers and laptops of this network.",
      browsers: "The code lets in browsers of this network.",
      here: "The code lets in browsers of this computer.",
    },
    unreachable: {
      title: "Other devices cannot reach this computer",
      station:
        "Chute was started for this computer only. To let in other devices, start it again with --host 0.0.0.0, then show a code.",
      desktop:
        "Only browsers of this computer may connect. To let in other devices, choose the network in Settings, Desks and devices, Who may connect.",
    },
    show: "Show a code",
    renew: "New code",
    code: "Code",
    left: (span: string, devices: number): string =>
      `Good for ${span} and ${countOf(devices, "more device")}`,
    expired: "This code has expired.",
    scan: "Point the camera of a phone or tablet here, or type the address in its browser:",
    noNetwork: {
      title: "Nobody can reach this computer",
      text: "It is in no network. Connect it to the router first. A code is shown when the computer has an address.",
    },
    showQr: "QR code",
    qr: (address: string): string => `QR code of ${address}`,
    fingerprint: "Fingerprint of this computer (SHA-256)",
    laptop:
      "A laptop with Chute joins in its own window: Desks, “Join a hub”. Compare the fingerprint there.",
    warning: {
      title: "The browser warns before it opens the page",
      why: "This computer made its own certificate, and no authority on the internet knows it. That is expected. Nobody who listens in the network can read what is sent.",
      steps: [
        ["Chrome, Edge", "“Your connection is not private”. Press Advanced, then Proceed."],
        ["Safari", "“This connection is not private”. Press Show details, then visit the website."],
        ["Firefox", "“Warning: potential security risk”. Press Advanced, then Accept the risk."],
      ] as const,
      compare: "To be sure, open the certificate there and compare its SHA-256 fingerprint.",
      noIcon: "Use a bookmark: such a page gets no app icon on the home screen.",
    },
    closed: "Open the network in Settings first",
    failures: {
      "not-a-station": {
        title: "Other devices cannot connect here",
        text: "Choose in Settings, Desks and devices who may connect. Nothing was changed.",
      },
    } as const satisfies Readonly<Record<string, FailureMessage>>,
  },

  list: {
    title: "Desks of the venue",
    none: "No other desk is paired.",
    unknown: "The other desks are unknown until the hub answers.",
    kinds: {
      hub: "Hub",
      full: "Full desk",
      browser: "Browser",
    } as const satisfies Readonly<Record<DeskPresence["kind"], string>>,
    isThis: "this laptop",
    isThisDevice: "this device",
    nobody: "No operator named",
    here: "Here",
    away: "Away",
    seen: (time: string): string => `last seen ${time}`,
    neverSeen: "not seen since it was paired",
    clock: (offsetMs: number): string =>
      `Clock ${formatSpan(Math.abs(offsetMs))} ${offsetMs > 0 ? "ahead" : "behind"}: set it`,
    behind: (count: number): string => `${entries(count)} behind`,
    hasAll: "has all entries",
    hasRoster: "start list complete",
    noRoster: "start list not complete",
    otherEvent: "Has a different event open than the hub",
    change: "Change…",
    changeLabel: (name: string): string => `Change ${isolated(name)}…`,
    lead: "may decide whether a walk-up arrived, and export",
    readsMuch: (time: string): string =>
      `Reads more names than a desk needs, since ${time}. It was slowed down. If nobody scrolls through the whole list there, take its access away.`,
  },

  device: {
    desk: "It does desk work: check-in, bibs, walk-ups, podium and finish log of the open event. Like every desk, it may send a walk-up again, set it aside and put it back.",
    isLead:
      "It does desk work, decides whether a walk-up arrived, and makes exports with people’s data.",
    full: "It is a laptop with its own copy of everything.",
    makeLead: "Let it decide whether a walk-up arrived, and export",
    makeDesk: "Desk work only",
    name: "Name of this device",
    rename: "Rename",
    renamed: (name: string): string => `It is called ${isolated(name)} now.`,
    nameTaken: "Another desk has this name or one that looks like it. Choose another.",
    invalidName: "Choose a name of 1 to 60 letters and digits.",
    revoke: "Take access away…",
    revokeQuestion: {
      title: (name: string): string => `Take access away from ${isolated(name)}?`,
      browser: "It can do nothing here until it is paired again. Everything that it saved stays.",
      full: "The exchange with this laptop ends, and what it has stays there. To exchange again, it has to join again.",
      endsCode: "This also ends a code that is open.",
      now: "Take access away",
      done: (name: string): string =>
        `${isolated(name)} has no access any more. A code from before lets nobody in; “Show a code” makes a new one.`,
    },
  },

  join: {
    title: "Join a hub",
    steps: ["Address", "Compare", "Code"] as const,
    addressLead: (hub: string | undefined): string =>
      `On ${hub === undefined ? "the hub" : named(hub)}, open Desks and show a code. Type the address shown there, or paste the link of the QR code.`,
    address: "Address of the hub",
    addressExample: "192.168.1.20:4180",
    fillAddress: "Type the address",
    look: "Look for it",
    looking: "Looking for it",
    compareLead: "Is this the fingerprint on the hub’s screen? Compare every group.",
    compareWhy:
      "If one differs, another computer is between you and the hub. Nothing was sent to it.",
    same: "They are the same",
    differ: "They differ",
    differed: {
      title: "Do not join this computer",
      text: "It is not the hub: nothing was sent to it. Look who is in your network, then try again.",
    },
    fromLink: "The link’s fingerprint is the one of this computer.",
    code: "Code on the hub’s screen",
    fillCode: "Type the code",
    name: "Name of this desk",
    nameHint: "one that no other desk has",
    fillName: "Name this desk",
    join: "Join",
    joining: "Joining",
    joined: (hub: string): string => `Joined ${named(hub)}`,
    keyNote:
      "The API key stays at the hub. A connection of this laptop’s own is replaced by the hub’s lists.",
  },

  leave: {
    title: "Leave the hub?",
    text: "This laptop works alone from then on. What was done and its start list stay here. Nothing that is done here reaches the other desks any more.",
    key: "To download or send from here, connect it to your organization in Settings.",
    now: "Leave the hub",
    nowUnsent: "Leave without them",
    nowUnknown: "Leave all the same",
    refused: (unsent: number): { readonly title: string; readonly text: string } => ({
      title: `The hub does not take ${entries(unsent)} of this laptop`,
      text: "They came here by stick. They stay here; bring that stick to the hub too.",
    }),
    diskFull:
      "Its disk takes nothing. Make room there first; then it gets what it lacks. What was done here stays here.",
    /** Null: nobody knows the number, because the hub has not answered since the start (M4). */
    unsent: (unsent: number | null): string =>
      unsent === null
        ? "It is unknown what the hub has of this laptop"
        : `The hub does not have ${entries(unsent)} of this laptop`,
    noAccess:
      "What was done here stays here. After this laptop has joined again, the hub gets what it lacks.",
    hubGone:
      "It does not answer. What was done here stays on this laptop; the other desks get it only if this laptop joins a hub again, or by stick. Leave only if the hub is lost.",
  },

  takeOver: {
    title: "Take over from the hub",
    points: [
      "This laptop becomes the hub and sends the walk-ups. What may have been sent already is first looked for in the organizer’s list, so nothing is registered twice.",
      "Do it only if the hub is lost. If that comes back, neither sends until a person chooses.",
      "The other desks join this laptop with a new code.",
      "The key never travelled: enter it here, with internet for a moment. Without internet, take over now and enter it in Settings later; walk-ups wait here until then.",
    ] as const,
    hubIsUp: "The hub answers now. Is it really out of use?",
    now: "Take over",
    busy: "Checking the key",
    done: "This laptop is the hub",
    withoutKey: "No internet: key later",
    doneWithoutKey:
      "This laptop is the hub. Enter the key in Settings when there is internet; walk-ups wait here until then.",
  },

  rivals: {
    title: "Two hubs: which one goes on?",
    lead: "Both laptops say that they are the hub. Neither sends walk-ups until a person chooses. Nothing is lost: both keep everything.",
    isThis: "This laptop",
    other: "Another laptop",
    since: (time: string): string => `Hub since ${time}`,
    by: (operator: string): string => (operator === "" ? "" : `chosen by ${isolated(operator)}`),
    sends: (waiting: number): string =>
      waiting === 0
        ? "Nothing waits here."
        : `${countOf(waiting, "walk-up")} here ${waiting === 1 ? "is" : "are"} not with the organizer yet.`,
    choose: (name: string): string => `${named(name)} goes on…`,
    confirmTitle: (name: string): string => `${named(name)} goes on as the hub?`,
    confirmThis:
      "This laptop sends the walk-ups. What the other one may have sent is first looked for in the organizer’s list.",
    confirmOther:
      "The other laptop sends the walk-ups, also those that were made here. This laptop sends nothing any more.",
    confirm: (name: string): string => `${named(name)} goes on`,
    ownerChooses: "The owner of the hub chooses, on the computer itself.",
  },

  /** Failures of the commands of hub and desks. */
  failures: deskFailures,
};

/** The browsers work on this laptop's data, so with them it is not alone. */
function aloneWith(browsers: number): string {
  return browsers === 0 ? "This laptop works alone" : "This laptop works without other laptops";
}
