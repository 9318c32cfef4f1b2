import { describe, expect, test } from "vitest";
import { readTeamSize } from "#shared/partner-api/run.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";

describe("teams of a relay run", () => {
  test("members by teamId, beside what the API counts", async () => {
    const desk = await openOrganizerDesk();
    const eventId = await desk.eventIdOf("quay-to-quay-relay");
    await desk.download(eventId);
    const runId = await desk.runIdOf(eventId, "Relay");
    const { runs } = await desk.value("event.get", { eventId });
    const relay = runs.find(({ id }) => id === runId);
    const { teams, alone, teamSize, entryCount } = await desk.value("team.list", {
      eventId,
      runId,
    });
    expect(relay).toMatchObject({ isRelay: true, entryCount });
    expect(teamSize).toBe(4);
    expect(teams).toHaveLength(entryCount ?? 0);
    expect(new Set(teams.map(({ teamId }) => teamId)).size).toBe(teams.length);
    for (const { teamId, members } of teams) {
      expect(members.length).toBeGreaterThan(0);
      expect(members.length).toBeLessThanOrEqual(4);
      expect(members.every((member) => member.teamId === teamId && member.runId === runId)).toBe(
        true,
      );
    }
    expect(alone.every((member) => member.teamId === null)).toBe(true);
  });

  test("a run without teams has none, and nobody who misses one; an unknown run is not there", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    await desk.download(eventId);
    const runId = await desk.runIdOf(eventId, "10K");
    expect(await desk.value("team.list", { eventId, runId })).toEqual({
      entryCount: null,
      teamSize: null,
      teams: [],
      alone: [],
    });
    expect(await desk.call("team.list", { eventId, runId: "nobody" })).toMatchObject({
      error: { code: "not-found" },
    });
  });

  test("the team size is found under any sensible name, and nothing is made up", () => {
    expect(readTeamSize({ teamSize: 4, legBoundariesMeters: [1] })).toBe(4);
    expect(readTeamSize({ legs: 3, size: 3, team_size: 6 })).toBe(6);
    expect(readTeamSize({ membersPerTeam: 2 })).toBe(2);
    expect(readTeamSize({ legs: 3, teamSize: "4" })).toBeNull();
    expect(readTeamSize({ teamSize: 0 })).toBeNull();
    expect(readTeamSize(undefined)).toBeNull();
    expect(readTeamSize([4])).toBeNull();
  });
});
