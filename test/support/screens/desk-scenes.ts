import type { DeskPresence, Desks } from "#shared/contract/desks.ts";
import { err, ok } from "#shared/result.ts";
import { deskBibs } from "./bib-range-scenes.ts";
import { ago, complete, connection, desk, harbour, nowMs } from "./everyday.ts";
import type { Answers, Scene } from "./scene.ts";

const fingerprint =
  "C8:C5:ED:A1:BE:A7:1D:3D:BF:DC:16:E2:4B:73:88:51:E1:DA:39:72:6B:C3:DB:E6:97:12:B3:38:AD:E3:0B:05";
const address = "https://192.168.1.20:4180";

/** A laptop that is neither a hub nor a full desk. */
const alone: Desks = {
  role: "alone",
  hub: null,
  link: { state: "none", sinceMs: null, why: null, unsent: 0, refused: 0, behind: 0 },
  sender: { who: "this", name: null, rivals: [] },
  desks: [],
  pairing: null,
  lanEndpoint: { addresses: [address], fingerprint },
  conflicts: 0,
};

const presence = (name: string, more: Partial<DeskPresence>): DeskPresence => ({
  deviceId: name,
  kind: "browser",
  name,
  operator: "",
  isThis: false,
  lastSeenAtMs: ago(0),
  isHere: true,
  clockOffsetMs: null,
  behind: null,
  hasRoster: null,
  hasOtherEvent: false,
  ...more,
});

const hubDesk = presence("Start tent", { deviceId: null, kind: "hub", operator: "Mei" });
const others: readonly DeskPresence[] = [
  presence("Desk 2", {
    kind: "full",
    operator: "Jonas",
    clockOffsetMs: 40,
    behind: 0,
    hasRoster: true,
  }),
  presence("Finish line", {
    kind: "full",
    operator: "Αλεξάνδρα Παπαδοπούλου",
    isHere: false,
    lastSeenAtMs: ago(14),
    clockOffsetMs: -184_000,
    behind: 212,
    hasRoster: false,
  }),
  presence("Tablet by the door", { operator: "Siobhán" }),
  presence("Phone of the speaker", { isHere: false, lastSeenAtMs: null }),
];
const devices: Answers = {
  "device.list": () =>
    ok({
      pairing: null,
      slowed: [{ deviceId: "Tablet by the door", atMs: ago(3) }],
      lanEndpoint: null,
      devices: others.map(({ name, kind }, at) => ({
        id: name,
        name,
        lastSeenAtMs: ago(2),
        role: kind === "full" ? "peer" : at === 2 ? "lead" : "desk",
      })),
    }),
};

const hub: Desks = {
  ...alone,
  role: "hub",
  sender: { who: "this", name: "Start tent", rivals: [] },
  desks: [{ ...hubDesk, isThis: true }, ...others],
};
const pairing: Desks["pairing"] = { code: "481729", expiresAtMs: nowMs + 540_000, left: 16 };
const withCode: Desks = {
  ...hub,
  pairing,
  lanEndpoint: { addresses: [address, "https://10.42.0.1:4180"], fingerprint },
};

const full = (link: Partial<Desks["link"]>, more: Partial<Desks> = {}): Desks => ({
  ...alone,
  role: "full",
  hub: { name: "Start tent", address, fingerprint, hasOtherEvent: false },
  link: { state: "up", sinceMs: ago(38), why: null, unsent: 0, refused: 0, behind: 0, ...link },
  sender: { who: "other", name: "Start tent", rivals: [] },
  desks: [hubDesk, ...others.map((each, at) => ({ ...each, isThis: at === 0 }))],
  ...more,
});

const rivals: Desks["sender"] = {
  who: "nobody",
  name: null,
  rivals: [
    { device: "a", name: "Desk 2", isThis: true, atMs: ago(22), operator: "Jonas" },
    { device: "b", name: "Start tent", isThis: false, atMs: ago(190), operator: "Mei" },
  ],
};

const none: Answers = {
  "device.list": () => ok({ pairing: null, slowed: [], lanEndpoint: null, devices: [] }),
};
const show = (desks: Desks, answers: Answers = devices): Scene => ({
  hash: "#/desks",
  answers: { ...answers, "desks.get": () => ok(desks) },
});
const ownOnly = [
  presence("Desk 1", { deviceId: null, kind: "hub", operator: "Mei", isThis: true }),
];
const aloneShown = { ...alone, desks: ownOnly };
const looked: Answers = { ...none, "desk.look": () => ok({ address, fingerprint }) };

/** The desks screen in each state, and its dialogs. */
export const deskScenes: Readonly<Record<string, Scene>> = {
  "desks-alone": show(aloneShown, none),
  "desks-alone-refused": show(aloneShown, {
    ...none,
    "hub.open": () => err("not-reachable", ""),
  }),
  "desks-practice": show(aloneShown, {
    ...none,
    "connection.get": () => ok({ ...connection, mode: "practice" }),
  }),
  "desks-hub": show(hub),
  "desks-hub-code": show(withCode),
  "desks-hub-no-network": show({
    ...withCode,
    lanEndpoint: { addresses: [], fingerprint },
  }),
  "desks-device": show(
    {
      ...hub,
      lanEndpoint: null,
      desks: [hubDesk, ...others.map((each, at) => ({ ...each, isThis: at === 2 }))],
    },
    {
      ...none,
      "desk.get": () =>
        ok({
          ...desk,
          forbidden: ["pairing.open", "hub.open", "hub.close", "hub.settle", "device.list"],
        }),
    },
  ),
  "desks-full": show(full({}), none),
  "desks-full-other-event": show(
    full(
      {},
      {
        hub: { name: "Start tent", address, fingerprint, hasOtherEvent: true },
        desks: [
          hubDesk,
          ...others.map((each, at) => ({ ...each, isThis: at === 0, hasOtherEvent: at === 0 })),
        ],
      },
    ),
    none,
  ),
  "desks-full-two-hubs": show(full({}, { sender: { ...rivals, rivals: [] } }), none),
  "desks-full-away": show(full({ state: "away", sinceMs: ago(12), unsent: 37 }), none),
  "desks-full-not-taken": show(full({ unsent: 12, refused: 12 }), none),
  "desks-full-no-access": show(full({ state: "refused", why: "no-access", unsent: null }), none),
  "desks-full-looking": show(
    full({ state: "connecting", sinceMs: ago(0), unsent: null }, { desks: [] }),
    none,
  ),
  "desks-full-not-paired": show(full({ state: "refused", why: "not-paired", unsent: 3 }), none),
  "desks-full-refused": show(full({ state: "refused", why: "other-certificate", unsent: 3 }), none),
  "desks-full-joining": show(full({ behind: 1_240 }), {
    ...none,
    "event.get": () =>
      ok({
        ...harbour,
        download: {
          ...complete("e-harbour"),
          state: "downloading",
          completedAtMs: null,
          rows: 1_200,
          expectedRows: 3_000,
          pages: 12,
        },
      }),
  }),
  "desks-former-hub": show(
    { ...hub, sender: { who: "other", name: "Desk 2", rivals: [] } },
    devices,
  ),
  "desks-rivals": show({ ...hub, sender: rivals }),
  "desks-join": show(aloneShown, { ...none, "desk.look": () => err("no-answer", "") }),
  "desks-join-compare": show(aloneShown, looked),
  "desks-join-other": show(aloneShown, looked),
  "desks-join-code": show(aloneShown, { ...looked, "desk.join": () => err("wrong-code", "") }),
  "desks-leave": show(full({}), none),
  "desks-leave-unsent": show(full({ state: "away", sinceMs: ago(12), unsent: 37 }), none),
  "desks-take-over": show(full({ state: "away", sinceMs: ago(12) }), {
    ...none,
    "hub.takeOver": () => err("wrong-key", ""),
  }),
  "desks-close": show(hub),
  "desks-settle": show({ ...hub, sender: rivals }),
  "desks-change": show(hub),
  "desks-revoke": show(hub),
  "desks-bibs": show(hub, { ...devices, ...deskBibs }),
  "desks-bibs-change": show(hub, { ...devices, ...deskBibs }),
  "desks-bibs-add": show(hub, { ...devices, ...deskBibs }),
  "walk-up-no-event-device": {
    hash: "#/walk-up",
    answers: {
      "desk.get": () => ok({ ...desk, currentEventId: null, forbidden: ["event.open"] }),
    },
  },
  "settings-practice-others": {
    hash: "#/settings",
    answers: { "desks.get": () => ok(hub) },
  },
  "settings-full-desk": {
    hash: "#/settings",
    answers: {
      "connection.get": () => ok({ ...connection, baseUrl: `${address}/peer/api` }),
      "desks.get": () => ok(full({})),
    },
  },
  "check-in-hub-away": {
    hash: "#/check-in",
    answers: {
      "desks.get": () => ok(full({ state: "away", sinceMs: ago(12), unsent: 37 })),
    },
  },
};
