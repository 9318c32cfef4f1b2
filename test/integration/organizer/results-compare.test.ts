import { describe, expect, test } from "vitest";
import type { SlotInput } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { OrganizerDesk } from "#test/support/organizer-desk.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { seenOf } from "#test/support/podium-orders.ts";
import { newCommandId } from "#test/support/test-core.ts";

const commandId = newCommandId;

/** The 10K of the big event. Its podium was announced without a connection, and nothing is published yet. */
async function openAnnounced(segmentId = "overall") {
  const desk = await openOrganizerDesk();
  const eventId = desk.sandbox.mainEventId;
  await desk.download(eventId);
  const runId = await desk.runIdOf(eventId, "10K");
  const runners = await runnersOf(desk, eventId, runId);
  const segment = { eventId, runId, segmentId };
  const announce = (slots: SlotInput[]) => readOut(desk, segment, slots);
  const publish = (podium: readonly Placed[], label = "Overall") =>
    desk.sandbox.mutate({
      kind: "publish-results",
      eventRunId: runId,
      segments: [{ segmentId, label, podium: [...podium] }],
    });
  const compare = async (version: number, beforeVersion?: number) => {
    await desk.value("results.refresh", { commandId: commandId(), eventId, runId });
    return desk.value("results.compare", {
      eventId,
      runId,
      version,
      ...(beforeVersion === undefined ? {} : { beforeVersion }),
    });
  };
  return { desk, eventId, runId, runners, announce, publish, compare };
}

/** Types a sheet and announces it. */
async function readOut(
  desk: OrganizerDesk,
  segment: { readonly eventId: string; readonly runId: string; readonly segmentId: string },
  slots: SlotInput[],
) {
  const sheet = { commandId: commandId(), ...segment, slots, follows: [] };
  const seen = seenOf(await desk.value("podium.enter", sheet));
  return desk.value("podium.announce", { commandId: commandId(), ...segment, ...seen });
}

interface Placed {
  readonly place: number;
  readonly participantId: string;
  readonly bib?: string;
  readonly name?: string;
  readonly placingTime?: number;
}

async function runnersOf(
  desk: OrganizerDesk,
  eventId: string,
  runId: string,
): Promise<RunnerRow[]> {
  const found = new Map<string, RunnerRow>();
  for (const letter of "aeiou") {
    const { rows } = await desk.value("roster.search", { eventId, text: letter });
    for (const row of rows) if (row.bib !== null && row.runId === runId) found.set(row.id, row);
  }
  if (found.size < 6) throw new Error("too few runners");
  return [...found.values()];
}

const slot = (runner: RunnerRow | undefined, time: string | null = null): SlotInput => ({
  bib: runner?.bib ?? "",
  runnerId: runner?.id ?? null,
  tie: false,
  time,
});

const placed = (place: number, runner: RunnerRow | undefined, placingTime?: number): Placed => ({
  place,
  participantId: runner?.id ?? "",
  bib: runner?.bib ?? "",
  ...(placingTime === undefined ? {} : { placingTime }),
});

describe("P6 what was announced against what is published", () => {
  test("P6 same, moved, new, missing, and whose medal must be recalled", async () => {
    const { runners, announce, publish, compare } = await openAnnounced();
    const [a, b, c, d] = runners;
    await announce([slot(a, "31:00.5"), slot(b, "31:10"), slot(c)]);
    publish([placed(1, a, 1860.5), placed(2, c, 1880), placed(3, d, 1890)]);
    const { segments, recalls } = await compare(1);
    const overall = segments.find(({ segmentId }) => segmentId === "overall");
    expect(overall?.lacks).toBeNull();
    expect(
      overall?.rows.map(({ kind, recall, before, after }) => [
        kind,
        recall,
        before?.place ?? null,
        after?.place ?? null,
      ]),
    ).toEqual([
      ["same", false, 1, 1],
      ["moved", false, 3, 2],
      ["missing", true, 2, null],
      ["new", false, null, 3],
    ]);
    expect(overall?.rows.find(({ recall }) => recall)?.before).toMatchObject({
      bib: b?.bib,
      name: b?.name,
      participantId: b?.id,
    });
    expect(recalls).toBe(1);
  });

  test("P6 a bib that was read out before its runner was known means the runner who has it now", async () => {
    const { desk, eventId, runners, announce, publish, compare } = await openAnnounced();
    const [a, b] = runners;
    await announce([{ bib: "Z55", runnerId: null, tie: false, time: null }, slot(b)]);
    const give = { commandId: commandId(), eventId, runnerId: a?.id ?? "", bib: "Z55" };
    await desk.value("bib.assign", give);
    publish([{ place: 1, participantId: a?.id ?? "" }, placed(2, b)]);
    const { segments, recalls } = await compare(1);
    const overall = segments.find(({ segmentId }) => segmentId === "overall");
    expect(overall?.rows.map(({ kind, before }) => [kind, before?.name])).toEqual([
      ["same", a?.name],
      ["same", b?.name],
    ]);
    expect(recalls).toBe(0);
  });

  test("P6 who was read out without a bib has none in the comparison, and an empty bib pairs nobody", async () => {
    const { runners, announce, publish, compare } = await openAnnounced();
    const [a, b] = runners;
    await announce([{ bib: "", runnerId: a?.id ?? "", tie: false, time: null }]);
    publish([{ place: 1, participantId: b?.id ?? "", bib: "" }]);
    const { segments } = await compare(1);
    const rows = segments.find(({ segmentId }) => segmentId === "overall")?.rows ?? [];
    const bibs = rows.map(({ kind, before, after }) => [kind, before?.bib, after?.bib]);
    expect(new Set(bibs.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['["missing",null,null]', '["new",null,null]']),
    );
  });

  test("P6 the same place with another time is said; a float's last digit is none", async () => {
    const { runners, announce, publish, compare } = await openAnnounced();
    const [a, b] = runners;
    await announce([slot(a, "31:00.10"), slot(b, "31:10")]);
    publish([placed(1, a, 1860.100_000_000_1), placed(2, b, 1871.23)]);
    const [overall] = (await compare(1)).segments;
    expect(overall?.rows.map(({ timeDiffers }) => timeDiffers)).toEqual([false, true]);
    expect(overall?.rows[0]?.after?.hundredths).toBe(186_010);
  });

  test("P6 recalls go by the award places that were announced, whatever was declared since", async () => {
    const { desk, eventId, runId, runners, announce, publish, compare } = await openAnnounced();
    const [a, b, c] = runners;
    const declare = (depth: number) =>
      desk.value("segment.save", {
        commandId: commandId(),
        eventId,
        runId,
        segments: [{ segmentId: "overall", label: "Overall", depth, clock: "gun" }],
      });
    await declare(2);
    await announce([slot(a), slot(b), slot(c)]);
    publish([placed(1, a)]);
    expect((await compare(1)).recalls).toBe(1);
    await declare(1);
    expect((await compare(1)).recalls).toBe(1);
    await declare(3);
    expect((await compare(1)).recalls).toBe(1);
  });

  test("P6 a walk-up is known under the organizer's id, and by its bib until it has one", async () => {
    const { desk, eventId, runId, runners, announce, publish, compare } = await openAnnounced();
    await desk.value("outbox.pause", { commandId: commandId() });
    const { runner, outboxId } = await desk.value("walkUp.save", {
      commandId: commandId(),
      eventId,
      form: { eventRunId: runId, email: "zoe@example.org", registrationType: "free" },
      bib: "9901",
      checkIn: true,
    });
    await announce([slot(runner), slot(runners[0])]);
    publish([{ place: 1, participantId: "reg_not_here_yet", bib: "9901" }, placed(2, runners[0])]);
    const before = (await compare(1)).segments[0];
    expect(before?.rows.map(({ kind }) => kind)).toEqual(["same", "same"]);
    await desk.value("outbox.resume", { commandId: commandId() });
    const entry = async () => (await desk.value("outbox.get", { outboxId })).entry;
    await desk.until(async () => (await entry()).state === "done", "the walk-up to be sent");
    publish([{ place: 1, participantId: (await entry()).remoteId ?? "" }, placed(2, runners[0])]);
    const after = (await compare(2)).segments[0];
    expect(after?.rows.map(({ kind }) => kind)).toEqual(["same", "same"]);
  });

  test("P6 B2 a relay's place is its team's, whichever of its members each side names", async () => {
    const desk = await openOrganizerDesk();
    const eventId = await desk.eventIdOf("quay-to-quay-relay");
    await desk.download(eventId);
    const runId = await desk.runIdOf(eventId, "Relay");
    const { teams } = await desk.value("team.list", { eventId, runId });
    const [one, other] = teams.find(({ members }) => members.length > 1)?.members ?? [];
    const segment = { eventId, runId, segmentId: "overall" };
    await readOut(desk, segment, [slot(one)]);
    const podium = [{ place: 1, participantId: other?.id ?? "" }];
    const segments = [{ segmentId: "overall", label: "Overall", podium }];
    desk.sandbox.mutate({ kind: "publish-results", eventRunId: runId, segments });
    await desk.value("results.refresh", { commandId: commandId(), eventId, runId });
    const compared = await desk.value("results.compare", { eventId, runId, version: 1 });
    expect(compared.segments[0]?.rows.map(({ kind }) => kind)).toEqual(["same"]);
    expect(compared.recalls).toBe(0);
  });

  test("P6 version against version; a segment that one side lacks recalls nobody", async () => {
    const { runners, announce, publish, compare } = await openAnnounced("special:local");
    const [a, b] = runners;
    await announce([slot(a)]);
    publish([placed(1, a), placed(2, b)], "First local");
    publish([placed(1, b)], "First local");
    const { segments, recalls } = await compare(2, 1);
    expect(segments).toMatchObject([{ segmentId: "special:local", label: "First local" }]);
    expect(segments[0]?.rows.map(({ kind }) => kind)).toEqual(["moved", "missing"]);
    expect(recalls).toBe(1);
  });

  test("P6 never announced, or not published: said, and no medal is called back", async () => {
    const { desk, runId, eventId, runners, announce, compare } = await openAnnounced("sex:female");
    await announce([slot(runners[0])]);
    desk.sandbox.mutate({
      kind: "publish-results",
      eventRunId: runId,
      segments: [{ segmentId: "overall", label: "Overall", podium: [placed(1, runners[1])] }],
    });
    expect(await compare(1)).toEqual({
      segments: [
        { segmentId: "overall", label: "Overall", lacks: "before", rows: [], recalls: 0 },
        {
          segmentId: "sex:female",
          label: expect.any(String),
          lacks: "after",
          rows: [],
          recalls: 0,
        },
      ],
      recalls: 0,
    });
    expect((await desk.value("results.get", { eventId, runId })).state).toBe("published");
  });
});
