/** Answers as the API's description has them: one of each resource, with every field. */
export const address = {
  name: "Tollan Quay",
  streetAddress: "1 Harbour Road",
  addressLocality: "Tollan",
  addressRegion: "Hills",
  postalCode: "T12",
  addressCountry: "IE",
};

export const organization = {
  _id: "o1",
  name: "Harbour Hills",
  slug: "harbour-hills",
  roles: ["organizer", "charity"],
  plan: "premium",
};

export const series = {
  _id: "s1",
  name: "Loop",
  slug: "loop",
  organizationId: "o1",
  status: "active",
  type: "runClub",
  description: "d",
  address,
  lat: 1,
  lng: 2,
  timezone: "Europe/Dublin",
  schedule: {
    frequency: "weekly",
    dayOfWeek: 3,
    dayOfMonth: 1,
    startTime: "18:30",
    durationMinutes: 75,
  },
};

export const event = {
  _id: "e1",
  name: "Run",
  slug: "run",
  type: "race",
  date: "2026-10-03",
  organizationId: "o1",
  seriesId: "s1",
  startTime: "09:00",
  address,
  lat: 1,
  lng: 2,
  description: "d",
  websiteUrl: "https://x.example",
  registrationUrl: "https://x.example/enter",
  cardImageUrl: "https://x.example/a.png",
  coverImageUrl: "https://x.example/b.png",
  timezone: "Europe/Dublin",
  paceGroups: ["55 min"],
};

export const singleEvent = { ...event, endDate: "2026-10-04", endTime: "13:00" };

export const run = {
  _id: "r1",
  eventId: "e1",
  distanceMeters: 10_000,
  distanceStandard: "10K",
  distanceLabel: "10K",
  date: "2026-10-03",
  startTime: "09:30",
  eventStatus: "scheduled",
  registrationUrl: "https://x.example/enter",
  registrationStatus: "open",
  maxParticipants: 1800,
  isVirtual: false,
  isRelay: true,
  isWalking: false,
  registrationCount: 1630,
  entryCount: 12,
  relay: { teamSize: 4, legs: [5000, 10_000] },
};

export const registration = {
  _id: "p1",
  eventId: "e1",
  eventRunId: "r1",
  email: "a.okafor@posteo.net",
  name: "Amara Okafor",
  registrationType: "paid",
  registrationStatus: "confirmed",
  paceGroup: "55 min",
  bibIdentifier: "007",
  checkedIn: false,
  teamId: "t1",
};

export const segment = {
  segmentId: "sex:female~age:40-49",
  label: "Women 40–49",
  podium: [{ place: 1, participantId: "p1", bib: "007", name: "Amara", placingTime: 4081.32 }],
};

/** The same object without one of its fields. */
export function without(sample: object, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sample).filter(([key]) => key !== field));
}
