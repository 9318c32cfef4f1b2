import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";

/** A confirmed runner of the 10K who is not checked in yet. */
export const sampleRunner = (more: Partial<RunnerRow> = {}): RunnerRow => ({
  id: "r1",
  source: "api",
  runId: "10k",
  runLabel: "10K",
  runPosition: 1,
  runStartTime: "09:30",
  name: "Amara Okafor",
  email: "a.okafor@posteo.net",
  bib: "1042",
  standing: "confirmed",
  registrationStatus: "confirmed",
  paceGroup: null,
  teamId: null,
  checkedIn: null,
  checkedInElsewhere: false,
  delivery: null,
  ...more,
});

/** The card of a runner, without any further data. */
export const sampleCard = (runner: RunnerRow, more: Partial<RunnerCard> = {}): RunnerCard => ({
  runner,
  family: [],
  companionWarnings: {},
  team: [],
  warnings: [],
  history: [],
  notes: null,
  pronunciation: null,
  ...more,
});
