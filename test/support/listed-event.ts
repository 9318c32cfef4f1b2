/** An event as a list of the organizer has it, for a database without one. */
export const listedEvent = {
  id: "e",
  organizationId: "o",
  name: "Race",
  slug: "race",
  type: "race",
  date: "2026-05-17",
  startTime: null,
  seriesId: null,
  place: null,
  timeZone: null,
  paceGroups: null,
  raw: "{}",
};

/** A run of the event. */
export const listedRun = {
  id: "run-1",
  position: 0,
  label: "10 km",
  distanceMeters: 10_000,
  date: "2026-05-17",
  startTime: null,
  eventStatus: null,
  registrationStatus: null,
  maxParticipants: null,
  registrationCount: null,
  isRelay: false,
  isVirtual: false,
  isWalking: false,
  raw: "{}",
};
