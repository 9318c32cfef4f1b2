import { expect, test } from "vitest";
import { whyFrozen } from "#main/updates/update-freeze.ts";
import type { Freeze } from "#main/updates/update-freeze.ts";
import { checkUntilDone, checkForUpdate } from "#main/updates/check-for-update.ts";
import type { UpdatePorts } from "#main/updates/check-for-update.ts";

test.each([
  [false, 0, null],
  [true, 0, "event-open"],
  [true, 3, "event-open"],
  [true, null, "event-open"],
  [false, 1, "queue-unsent"],
  [null, 1, "queue-unsent"],
  [null, 0, "cannot-tell"],
  [false, null, "cannot-tell"],
  [null, null, "cannot-tell"],
] as const)("event open: %s, unsent: %s → frozen by %s", (hasOpenEvent, unsent, expected) => {
  expect(whyFrozen({ hasOpenEvent, unsent })).toBe(expected);
});

interface Desk {
  readonly ports: UpdatePorts;
  readonly did: string[];
  /** The results of the checks, as they are logged. */
  readonly ends: unknown[];
  freeze: Freeze | null;
  /** What happens before the named step answers. */
  readonly during: Map<string, () => void>;
  found: string | null;
  says: boolean;
  change(): void;
}

function openDesk(): Desk {
  const listeners = new Set<() => void>();
  const step = (name: string): void => {
    desk.did.push(name);
    desk.during.get(name)?.();
  };
  const desk: Desk = {
    did: [],
    ends: [],
    freeze: null,
    during: new Map(),
    found: "0.2.0",
    says: true,
    change: () => listeners.forEach((listener) => listener()),
    ports: {
      logger: {
        log: (level, event, facts) =>
          void (level === "info" ? desk.ends.push(facts?.["end"]) : desk.did.push(event)),
      },
      whyFrozen: () => Promise.resolve(desk.freeze),
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      mayInstall() {
        step("ask");
        return Promise.resolve(desk.says);
      },
      source: {
        check() {
          step("check");
          return Promise.resolve(desk.found);
        },
        download() {
          let cancel = (): void => undefined;
          const done = new Promise<void>((resolve, reject) => {
            cancel = () => {
              desk.did.push("cancel");
              reject(new Error("cancelled"));
            };
            setTimeout(resolve, 20);
          });
          step("download");
          return { done, cancel: () => cancel() };
        },
        install: () => step("install"),
      },
    },
  };
  return desk;
}

/** Resolves when everything is done that has begun and waits for nothing else. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Freezes updates while the named step is running. */
function freezeDuring(desk: Desk, step: string): void {
  desk.during.set(step, () => {
    desk.freeze = "event-open";
  });
}

test("a free desk looks, downloads, asks and installs", async () => {
  const desk = openDesk();
  expect(await checkForUpdate(desk.ports)).toBe("installing");
  expect(desk.did).toEqual(["check", "download", "ask", "install"]);
});

test("without a newer version nothing more happens", async () => {
  const desk = openDesk();
  desk.found = null;
  expect(await checkForUpdate(desk.ports)).toBe("current");
  expect(desk.did).toEqual(["check"]);
});

test("a person's later installs nothing", async () => {
  const desk = openDesk();
  desk.says = false;
  expect(await checkForUpdate(desk.ports)).toBe("put-off");
  expect(desk.did).toEqual(["check", "download", "ask"]);
});

test("race-day freeze: nothing is even looked for", async () => {
  const desk = openDesk();
  desk.freeze = "queue-unsent";
  expect(await checkForUpdate(desk.ports)).toBe("queue-unsent");
  expect(desk.did).toEqual([]);
});

test("race-day freeze: an event opened during the look keeps the download away", async () => {
  const desk = openDesk();
  freezeDuring(desk, "check");
  expect(await checkForUpdate(desk.ports)).toBe("event-open");
  expect(desk.did).toEqual(["check"]);
});

test("race-day freeze: an event opened during the download stops it", async () => {
  const desk = openDesk();
  desk.during.set("download", () => {
    desk.freeze = "event-open";
    setImmediate(() => desk.change());
  });
  expect(await checkForUpdate(desk.ports)).toBe("event-open");
  expect(desk.did).toEqual(["check", "download", "cancel"]);
});

test("race-day freeze: an event opened while the person reads is stronger than their yes", async () => {
  const desk = openDesk();
  freezeDuring(desk, "ask");
  expect(await checkForUpdate(desk.ports)).toBe("event-open");
  expect(desk.did).toEqual(["check", "download", "ask"]);
});

test("a look that fails changes nothing and is logged", async () => {
  const desk = openDesk();
  desk.during.set("check", () => {
    throw new Error("not signed");
  });
  expect(await checkForUpdate(desk.ports)).toBe("failed");
  expect(desk.did).toEqual(["check", "update.failed"]);
});

test("the look comes when the freeze is over, and once", async () => {
  const desk = openDesk();
  desk.freeze = "event-open";
  desk.says = false;
  checkUntilDone(desk.ports);
  await settled();
  desk.change();
  await settled();
  expect(desk.did).toEqual([]);
  expect(desk.ends).toEqual(["event-open"]);
  desk.freeze = null;
  desk.change();
  await expect.poll(() => desk.did).toEqual(["check", "download", "ask"]);
  desk.change();
  await settled();
  expect(desk.did).toEqual(["check", "download", "ask"]);
  expect(desk.ends).toEqual(["event-open", "put-off"]);
});

test("a freeze that ends while a check is under way is checked again at once", async () => {
  const desk = openDesk();
  desk.freeze = "event-open";
  desk.says = false;
  checkUntilDone(desk.ports);
  // The first check has read the freeze, and has not ended.
  desk.freeze = null;
  desk.change();
  await expect.poll(() => desk.did).toEqual(["check", "download", "ask"]);
});
