import type { FailureMessage } from "./errors.ts";

const nothingChanged = "Nothing was changed.";

/** Why a command of Desks was refused. */
export const deskFailures = {
  practice: { title: "This is practice", text: `Leave practice first. ${nothingChanged}` },
  "is-full-desk": {
    title: "This laptop is a full desk of a hub",
    text: `Leave that hub first, or take over from it. ${nothingChanged}`,
  },
  "is-hub": {
    title: "This laptop is the hub",
    text: `Stop being the hub first, then join the other one. ${nothingChanged}`,
  },
  "not-hub": { title: "This laptop is not the hub", text: nothingChanged },
  "two-hubs": {
    title: "Two computers say that they are the hub",
    text: `Choose one of them first. ${nothingChanged}`,
  },
  "not-full-desk": { title: "This laptop is no full desk of a hub", text: nothingChanged },
  "cannot-listen": {
    title: "The network port could not be opened",
    text: `Another program uses it, or this computer’s firewall refuses it. ${nothingChanged}`,
  },
  "not-reachable": {
    title: "Other computers cannot reach this one",
    text: `A station for this computer only was started. Start it with --host 0.0.0.0, then open the hub. ${nothingChanged}`,
  },
  "invalid-address": {
    title: "This is not the address of a hub",
    text: `It looks like 192.168.1.20:4180. Read it again from the hub’s screen. ${nothingChanged}`,
  },
  "no-answer": {
    title: "Nothing answers at this address",
    text: `Is this laptop in the hub’s network, and is Chute open there? ${nothingChanged}`,
  },
  "not-a-hub": {
    title: "What answers is not a hub",
    text: `On the other laptop, open Desks and press “This laptop is the hub”. ${nothingChanged}`,
  },
  "other-certificate": {
    title: "Another certificate answers at this address",
    text: "It is not the hub that you compared. Nothing was sent to it. Look who is in your network.",
  },
  "wrong-code": {
    title: "This is not the code that the hub shows",
    text: `Read it again: after wrong codes, or ten minutes, the hub needs a new one. ${nothingChanged}`,
  },
  "too-many-attempts": {
    title: "Too many wrong codes",
    text: `Wait a minute, then type the code that the hub shows then. ${nothingChanged}`,
  },
  "name-taken": {
    title: "Another desk has this name or one that looks like it",
    text: `Choose another name; the code is still good. ${nothingChanged}`,
  },
  "invalid-name": {
    title: "The hub does not take this name",
    text: `Choose one of 1 to 60 letters and digits. ${nothingChanged}`,
  },
  "other-organization": {
    title: "That belongs to another organization",
    text: `The hub, or the key, is not of the organization whose data is here. ${nothingChanged}`,
  },
  "later-format": {
    title: "The hub has an older Chute than this laptop",
    text: `Install the same version on both. ${nothingChanged}`,
  },
  "earlier-format": {
    title: "The hub has a newer Chute than this laptop",
    text: `Install the same version on both. ${nothingChanged}`,
  },
  "device-taken": {
    title: "The hub has another computer with the same data folder",
    text: `This folder is a copy of that desk’s. On the hub, remove that desk first, or start here with an empty folder. ${nothingChanged}`,
  },
  "key-store-failed": {
    title: "The secret could not be kept",
    text: `This computer’s key store refused it. Unlock it, then try again. ${nothingChanged}`,
  },
  unsent: {
    title: "The hub does not have everything of this laptop yet",
    text: `Wait until the hub answers and nothing waits for it. ${nothingChanged}`,
  },
  "not-found": {
    title: "This laptop does not claim to be the hub any more",
    text: `Look at the desks again. ${nothingChanged}`,
  },
} as const satisfies Readonly<Record<string, FailureMessage>>;
