import { describe, expect, onTestFinished, test, vi } from "vitest";
import { certaintySchema, outboxReasonSchema, outboxStateSchema } from "#shared/contract/sync.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { queueOutlook } from "#renderer/i18n/en/sync/outbox.ts";
import { sync } from "#renderer/i18n/en/sync/sync.ts";
import {
  describeEntry,
  describeRequest,
  nameEntry,
} from "#renderer/features/sync/outbox/outbox-messages.ts";
import { outboxEntry } from "#test/support/screens/outbox-entries.ts";

const states = outboxStateSchema.options;
const certainties = certaintySchema.options;
const reasons = [null, ...outboxReasonSchema.options];
const combinations = states.flatMap((state) =>
  certainties.flatMap((certainty) => reasons.map((reason) => ({ state, certainty, reason }))),
);

const entry = outboxEntry("o1", {
  name: "Łukasz Wójcik",
  state: "pending",
  reason: null,
  savedAtMs: 0,
  nextTryAtMs: null,
});
const now = { nowMs: 1_000, isOnline: false };

test("O13 who saved it is said, and beside it who changed it or sent it again", () => {
  const refused = { ...entry, state: "needs-attention", certainty: "refused" } as const;
  const renewed = { atMs: 0, by: "Nora", isChanged: false };
  const pastOf = (more: Partial<OutboxEntry>) => describeEntry({ ...refused, ...more }, now).since;
  expect(pastOf({ renewed })).toMatch(/^saved .* by Mei, sent again .* by Nora\. /);
  expect(pastOf({ renewed: { ...renewed, isChanged: true } })).toMatch(
    /by Mei, changed .* by Nora/,
  );
  expect(pastOf({})).not.toMatch(/by Mei, /);
});

test("O13 what somebody asked to send again and has not left yet is not called sent", () => {
  const waits = { ...entry, state: "pending", certainty: "never-sent" } as const;
  const renewed = { atMs: 0, by: "Nora", isChanged: false };
  const { since } = describeEntry({ ...waits, renewed }, now);
  expect(since).toMatch(/^saved .* by Mei, queued again .* by Nora/);
  expect(since).not.toMatch(/sent/);
});

test("J9 a walk-up for a run that is not on this computer says so, also in the sentence", () => {
  const form = {
    eventRunId: "d32b0bba9087",
    email: "l@wojcik.net",
    registrationType: "paid",
  } as const;
  const imported = { ...entry, form, runLabel: null };
  const run = "a run that is not on this computer yet";
  expect(describeEntry(imported, now).run).toBe(run);
  expect(nameEntry(imported)).toBe(`Walk-up of Łukasz Wójcik for ${run}`);
  expect(describeEntry({ ...imported, form: null }, now).run).toBeNull();
});

test("O3 of an entry on its way it is said that the answer is awaited, not that none came", () => {
  const onItsWay = {
    ...entry,
    state: "sending",
    certainty: "maybe-sent",
    lastTriedAtMs: 0,
  } as const;
  const { since, next } = describeEntry(onItsWay, now);
  expect(since).toMatch(/^sent .*, no answer yet\.$/);
  expect(next).toBe(
    "It is being sent now. If no answer comes, it may have arrived: the same one goes again, so it cannot count twice.",
  );
  expect(describeEntry({ ...onItsWay, state: "waiting" }, now).since).toMatch(/no answer came/);
});

describe("O12 the queue says in plain words what it is doing and when it tries next", () => {
  test("O12 every state, certainty and reason has words, as whole sentences", () => {
    expect(combinations).toHaveLength(6 * 4 * 21);
    for (const facts of [
      { nextTry: "in 24 s", isOnline: false, candidates: 2, hasSuccessor: true },
      { nextTry: undefined, isOnline: true, candidates: 0, hasSuccessor: false },
    ]) {
      for (const { state, certainty, reason } of combinations) {
        const text = queueOutlook(state, certainty, reason ?? "none", facts);
        expect(text, `${state} ${certainty} ${reason}`).toMatch(/^[A-Z0-9].*\.$/su);
        expect(text).not.toMatch(/undefined|null|\s\s/u);
      }
    }
  });

  test("M9 what waits for the rest of its desk's journal says so, and nothing of a connection that is up", () => {
    const facts = { nextTry: "in 40 s", isOnline: true, candidates: 0, hasSuccessor: false };
    const text = queueOutlook("waiting", "never-sent", "journal-follows", facts);
    expect(text).toContain("the rest of its desk’s journal");
    expect(text).not.toContain("connection");
  });

  test("M9 W1 a walk-up of somebody who was saved at two desks says what a person may do", () => {
    const facts = { nextTry: undefined, isOnline: true, candidates: 0, hasSuccessor: false };
    const text = queueOutlook("needs-attention", "never-sent", "registered-twice", facts);
    expect(text).toMatch(
      /^It was never sent\..*at another desk.*Retract one.*or send this one too/su,
    );
  });

  test("M9 at a desk of a hub every open entry is the hub's to send; a refused one waits for a person there too", () => {
    const atHub = { ...now, hub: "sends" } as const;
    for (const { state, certainty, reason } of combinations) {
      const open = { ...entry, state, certainty, reason };
      const { next } = describeEntry(open, atHub);
      const isOpen = state === "pending" || state === "waiting" || state === "sending";
      if (isOpen) expect(next).toBe("The hub sends it.");
      else expect(next).toBe(describeEntry(open, now).next);
    }
  });

  test.each([
    ["away", "The hub sends it when this desk has a connection to it again."],
    ["refuses", "It is not sent now: see Desks."],
    ["unknown", ""],
  ] as const)("M9 while the hub %s, no open entry is said to be sent by it now", (hub, text) => {
    expect(describeEntry({ ...entry, state: "pending" }, { ...now, hub }).next).toBe(text);
  });

  test("M10 while two computers claim to be the hub, no open entry is said to be on its way", () => {
    const now2 = { ...now, hub: "two-hubs" } as const;
    for (const state of ["pending", "waiting", "sending"] as const) {
      const { next } = describeEntry({ ...entry, state }, now2);
      expect(next).toBe("It is sent when a person has chosen the hub.");
    }
  });

  test.each(["paused", "copied"] as const)(
    "O10 of an entry in doubt that is %s it is not said that the same one goes again: the organizer's list may be searched first",
    (reason) => {
      const waits = { ...entry, state: "waiting", certainty: "maybe-sent", reason } as const;
      expect(describeEntry(waits, now).next).toMatch(/^It may have arrived\. /);
      expect(describeEntry(waits, now).next).not.toContain("The same one goes again");
    },
  );

  test("O3 what may have arrived is always said to, and never to be sent anew", () => {
    for (const { state, certainty, reason } of combinations) {
      if (certainty !== "maybe-sent" || state === "done") continue;
      const { since, next } = describeEntry({ ...entry, state, certainty, reason }, now);
      expect(`${since} ${next}`).toContain("may have arrived");
    }
  });

  test("W3 what was never sent is never said to have been", () => {
    const unsent = combinations.filter(({ state }) => state !== "done");
    for (const { state, reason } of unsent) {
      const { since, next } = describeEntry(
        { ...entry, state, certainty: "never-sent", reason },
        now,
      );
      expect(`${since} ${next}`).not.toMatch(/may have arrived|organizer has it/u);
    }
  });

  test("W3 what the organizer has and was retracted here says whom to ask", () => {
    const done = { ...entry, state: "done", certainty: "confirmed", finishedAtMs: 1_000 } as const;
    expect(describeEntry(done, now)).toMatchObject({ tone: "done", next: "The organizer has it." });
    const retracted = describeEntry({ ...done, askOrganizer: "retracted" }, now);
    expect(retracted.tone).toBe("look");
    expect(retracted.next).toBe(
      "Retracted here, but the organizer has it: ask the organizer to cancel it.",
    );
    const replaced = describeEntry({ ...done, askOrganizer: "replaced" }, now);
    expect(replaced.tone).toBe("look");
    expect(replaced.next).toBe(
      "Corrected here, but the organizer has this former form: ask the organizer to cancel or change it.",
    );
  });

  test("O13 the request of an entry that was never sent is not said to have been sent", () => {
    const request = (more: Partial<OutboxEntry>) => describeRequest({ ...entry, ...more });
    const aside = { state: "needs-attention", reason: "set-aside" } as const;
    expect(request({})).toBe("What will be sent");
    expect(request({ tries: 2, reason: "offline" })).toBe("What will be sent");
    expect(request(aside)).toBe("What will be sent");
    expect(request({ state: "cancelled" })).toBe("What was not sent");
    for (const certainty of ["maybe-sent", "refused", "confirmed"] as const) {
      expect(request({ ...aside, certainty })).toBe("What was sent");
    }
  });

  test("O8 a refusal with 404 says that the run may be gone or the key may lack the right, and what to do", () => {
    const refused = {
      ...entry,
      state: "needs-attention",
      certainty: "refused",
      reason: "refused",
      lastTriedAtMs: 1_000,
      httpStatus: 404,
    } as const;
    expect(describeEntry(refused, now).since).toContain("the key may not register runners");
    expect(describeEntry(refused, now).since).toContain("the organizer deleted the run");
    expect(describeEntry(refused, now).since).toContain("download the event again");
    const event = { ...refused, kind: "event" } as const;
    expect(describeEntry(event, now).since).toContain("the key may not create events");
    expect(describeEntry({ ...refused, httpStatus: 422 }, now).since).not.toContain("the key");
  });

  test("O1 what was saved on another day says so: a time alone would mean today", () => {
    const savedAtMs = new Date(2026, 9, 2, 19, 10).getTime();
    const now = { nowMs: 0, isOnline: true };
    vi.useFakeTimers({ now: new Date(2026, 9, 3, 9, 0) });
    onTestFinished(() => void vi.useRealTimers());
    expect(describeEntry({ ...entry, savedAtMs }, now).since).toBe("saved 19:10 by Mei.");
    vi.setSystemTime(new Date(2026, 9, 4, 9, 0));
    expect(describeEntry({ ...entry, savedAtMs }, now).since).toBe(
      "saved Fri 2 Oct 2026, 19:10 by Mei.",
    );
  });

  test("O8 a refused one says who saved it, when it was refused, and that it stays", () => {
    const said = describeEntry(
      {
        ...entry,
        state: "needs-attention",
        certainty: "refused",
        reason: "refused",
        lastTriedAtMs: 60_000,
      },
      now,
    );
    expect(said).toMatchObject({ tone: "stop", kind: "Walk-up", run: "10K", next: "" });
    expect(said.since).toMatch(
      /^saved .* by Mei\. The organizer’s system refused it at .*\. It stays here until you fix it\.$/u,
    );
  });

  test("O10 whoever decides about a walk-up that was not found learns of an old registration of the person", () => {
    const next = (candidates: number): string =>
      queueOutlook("needs-attention", "maybe-sent", "not-found-again", {
        nextTry: undefined,
        isOnline: true,
        candidates,
        hasSuccessor: false,
      });
    expect(next(0)).toContain("it is not there");
    expect(next(1)).toContain("a registration of this person with another status");
    expect(next(2)).toContain("2 registrations of this person with another status");
  });

  test("O12 the title counts those who need somebody and those who wait", () => {
    expect(sync.title(1, 3, 0)).toBe("1 needs you, 3 wait");
    expect(sync.title(0, 1, 2)).toBe("1 waits");
    expect(sync.title(2, 0, 1)).toBe("2 need you");
    expect(sync.title(0, 0, 0)).toBe("Nothing waits to be sent");
    expect(sync.title(0, 0, 1)).toBe("1 set aside, nothing else waits");
  });

  test("M9 at a desk of a hub, where other entries may wait for the hub, the title is about walk-ups only", () => {
    expect(sync.title(0, 0, 0, true)).toBe("No walk-up waits to be sent");
    expect(sync.title(0, 0, 1, true)).toBe("1 set aside, no other walk-up waits");
    expect(sync.title(0, 1, 0, true)).toBe("1 waits");
  });
});

test("O13 a text about an entry begins with its name, or has it behind a colon", () => {
  const named = nameEntry(entry);
  const { changeNotSent, wasTold, wasNotTold } = sync;
  for (const text of [changeNotSent.text(named), wasTold(named), wasNotTold(named)]) {
    expect(text).toMatch(/(^|: )Walk-up of Łukasz Wójcik for 10K/);
  }
});
