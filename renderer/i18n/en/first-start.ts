import { capitalized } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "./errors.ts";

const tryLater = "Nothing was stored.";

/** Texts of the first start. */
export const firstStart = {
  /** Shown on a paired device, which can neither connect nor start practice. */
  ownerFirst: {
    title: "No event is open on the computer yet",
    text: "Its owner connects it or starts practice. This screen then opens by itself.",
  },
  lead: "Check-in and podium that keep working with no internet.",
  connectTitle: "Connect to your organization",
  address: "Base address",
  addressHint: "from your management portal",
  addressExample: "https://",
  key: "API key",
  keyHint: {
    system: "kept in this computer’s key store, never shown again",
    obfuscated: "kept hidden on this computer, not locked; never shown again",
    file: "kept in a file only you can read, never shown again",
    memory: "for this run only, never shown again",
  },
  fillAddress: "Type the base address",
  fillKey: "Type the API key",
  check: "Check the connection",
  checking: "Checking",
  connect: "Connect",
  connecting: "Connecting",
  found: (name: string, plan: string): string => `${isolated(name)}, ${plan}`,
  roles: (roles: readonly string[]): string =>
    roles.length === 0 ? "No role named." : `${capitalized(roles.join(", "))}.`,
  rightsNote: "The key was accepted. What else this key may do is seen when it is used.",
  clockOff: (seconds: number): string =>
    `This computer’s clock is ${seconds} seconds from the server’s. Set it before race day.`,
  practiceTitle: "Practice with a sample race",
  practiceText: "3,000 made-up runners, four runs, a queue at the door. Ready in seconds.",
  practiceTry: "Try these first",
  practiceSafe: "Its own folder and its own queue. Nothing you do there can reach a real race.",
  startPractice: "Start practice",
  startingPractice: "Getting it ready",
  openFolder: "Open a race from a folder…",
  kept: "Everything is kept on this computer",
  version: (version: string): string => `Chute ${version}`,
  failures: {
    "insecure-address": {
      title: "This address is not protected",
      text: `A key is only sent to an address that begins with https. ${tryLater}`,
    },
    "wrong-address": {
      title: "This is not an address",
      text: `An address begins with https:// and has no space, “?”, “#” or user name. Copy it from your management portal. ${tryLater}`,
    },
    "wrong-key": {
      title: "The key was refused",
      text: `Copy it again from your management portal, whole and without spaces, and look there whether the key may read your organization. ${tryLater}`,
    },
    offline: {
      title: "Nobody answers at this address",
      text: `Is there a connection to the internet? Then compare the address with the one in your management portal. ${tryLater}`,
    },
    "not-json": {
      title: "A web page answered, not the organizer’s system",
      text: `Is there a login page of this network in between? Else compare the address. ${tryLater}`,
    },
    "not-the-api": {
      title: "Something else lives at this address",
      text: `It answers, but not as the organizer’s system would. Compare the address. ${tryLater}`,
    },
    "rate-limited": {
      title: "Too many requests just now",
      text: `Wait a minute, then check again. ${tryLater}`,
    },
    "server-error": {
      title: "The organizer’s system has a fault",
      text: `It is not this computer. Try again in a minute. ${tryLater}`,
    },
    "other-organization": {
      title: "This key belongs to another organization",
      text: "There is still something to send for the one before. Send it first. Nothing was changed.",
    },
    practice: {
      title: "This is practice",
      text: "Leave practice to connect to a real organization. Nothing was changed.",
    },
    "key-store-failed": {
      title: "The key could not be kept",
      text: "This computer’s key store refused it. Nothing was stored. Unlock it, then try again.",
    },
    "has-full-desks": {
      title: "Full desks work with this hub",
      text: "During practice they would be refused. Practise on another computer, or take their access away first. Nothing was changed.",
    },
    "already-practising": {
      title: "Practice is already open",
      text: "Nothing was changed.",
    },
    "live-unavailable": {
      title: "Your own data could not be opened",
      text: "Practice stays open, and nothing is lost. Is the disk full, or a disk not plugged in? Then leave practice again.",
    },
    "practice-unavailable": {
      title: "Practice could not be opened",
      text: "The sample race did not start. Your own data is untouched. Is the disk full? Make room, then try again.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
