import type { TinyRace } from "#test/support/tiny-partner.ts";

/** The race of the desk's tests: three runs, a family, a relay team, doubles and similar names. */
export const harbourRun: TinyRace = {
  event: { paceGroups: [{ label: "Blue" }, { label: "Red" }] },
  runs: [
    { _id: "run-10", distanceLabel: "10 km", maxParticipants: 6 },
    { _id: "run-5", distanceLabel: "5 km", eventStatus: "cancelled" },
    { _id: "run-relay", distanceLabel: "Relay", isRelay: true },
    {
      _id: "run-full",
      distanceLabel: "Mile",
      maxParticipants: 1,
      registrationStatus: "closed",
    },
  ],
  registrations: [
    row("ana", "run-10", "Ana Sousa", "sousa@example.org", "7"),
    row("rui", "run-10", "Rui Sousa", "Sousa@Example.org", "007"),
    row("ines", "run-5", "Inês Sousa", "sousa@example.org", "12"),
    row("luk", "run-10", "Łukasz Nowak", "luk@example.org", "A12"),
    { ...row("can", "run-10", "Carla Anjos", "can@example.org"), registrationStatus: "cancelled" },
    { ...row("wait", "run-full", "Wai Ting", "wait@example.org"), registrationStatus: "waitlist" },
    { ...row("there", "run-full", "Theo There", "there@example.org", "50"), checkedIn: true },
    { ...row("double-1", "run-full", "Dora Um", "d1@example.org", "99") },
    { ...row("double-2", "run-10", "Dora Dois", "d2@example.org", "99") },
    { ...row("relay-1", "run-relay", "Rita Um", "r1@example.org", "301"), teamId: "team-a" },
    { ...row("relay-2", "run-relay", "Rita Dois", "r2@example.org", "301"), teamId: "team-a" },
    { ...row("relay-3", "run-relay", "Tom Sozinho", "r3@example.org"), teamId: "team-b" },
  ],
};

function row(id: string, eventRunId: string, name: string, email: string, bib?: string) {
  return {
    _id: id,
    eventRunId,
    name,
    email,
    ...(bib === undefined ? {} : { bibIdentifier: bib }),
  };
}
