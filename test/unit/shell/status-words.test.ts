import { expect, test } from "vitest";
import {
  describeConnection,
  describeOutbox,
  describeReplica,
} from "#renderer/shell/status-words.ts";

const online = { state: "online", sinceMs: null } as const;
const connected = { state: "connected", connectivity: online } as const;
const empty = {
  waiting: 0,
  setAside: 0,
  activity: "idle",
  copied: null,
  paused: false,
} as const;

const outboxWords = (
  {
    needing = 0,
    ...sync
  }: Partial<Parameters<typeof describeOutbox>[1]> & { readonly needing?: number },
  state: "connected" | "key-refused" = "connected",
): string => {
  const { short, more = "" } = describeOutbox({ state }, { ...empty, ...sync }, needing);
  return short + more;
};

test("O12 an entry that needs a person is not said to be held, whatever holds the others", () => {
  expect(outboxWords({ paused: true, needing: 1 })).toBe("1 needs you");
  expect(outboxWords({ needing: 2 }, "key-refused")).toBe("2 need you");
  expect(outboxWords({ paused: true, waiting: 3, needing: 1 })).toBe(
    "3 held, the queue is paused, 1 needs you",
  );
  expect(outboxWords({ waiting: 3, needing: 2 }, "key-refused")).toBe(
    "3 held until you enter a key, 2 need you",
  );
});

test("O12 the outbox says what waits, what holds it and what was set aside", () => {
  expect(outboxWords({})).toBe("Nothing waits to be sent");
  expect(outboxWords({ setAside: 2 })).toBe("2 set aside");
  expect(outboxWords({ waiting: 1 })).toBe("1 waiting to be sent");
  expect(outboxWords({ waiting: 1, needing: 1 })).toBe("1 waiting, 1 needs you");
  expect(outboxWords({ waiting: 2, paused: true })).toBe("2 held, the queue is paused");
  const copied = { why: "backup", foundAtMs: 1 } as const;
  expect(outboxWords({ copied })).toBe("Sending is held, look at Sync");
  expect(outboxWords({ activity: "held-other-hub" })).toBe("No walk-up waits to be sent");
});

test("M9 a pause from before this computer joined its hub holds nothing there", () => {
  const atHub = { activity: "held-other-hub", paused: true, waiting: 2 } as const;
  expect(outboxWords(atHub)).toBe("2 waiting to be sent");
});

test("D1 a running refresh is shown also while a walk-up is sent", () => {
  const sync = { connectivity: online, sending: { index: 1, of: 1 }, downloads: 1 };
  const { short, isOnline } = describeConnection(connected, sync);
  expect(short).toBe("Sending 1 of 1");
  const download = {
    eventId: "e1",
    state: "downloading",
    rows: 5,
    expectedRows: 10,
    completedAtMs: 1,
  } as Parameters<typeof describeReplica>[0];
  expect(describeReplica(download, isOnline)).toBe("Checking for changes");
});
