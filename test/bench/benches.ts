import type { Bench } from "./race.ts";

/** Every benchmark, in the order in which they run. Each module is loaded only in the process that runs it. */
export const benches = {
  download: async () => (await import("./benches/download.ts")).downloads,
  search: async () => (await import("./benches/search.ts")).search,
  "check-in": async () => (await import("./benches/check-in.ts")).checkIn,
  podium: async () => (await import("./benches/podium.ts")).podium,
  drain: async () => (await import("./benches/drain.ts")).drain,
  loop: async () => (await import("./benches/loop.ts")).loop,
  export: async () => (await import("./benches/export.ts")).exported,
  start: async () => (await import("./benches/start.ts")).start,
  memory: async () => (await import("./benches/memory.ts")).memory,
  screen: async () => (await import("./benches/screen.ts")).screen,
  "podium-screen": async () => (await import("./benches/podium-screen.ts")).podiumScreen,
  stamp: async () => (await import("./benches/stamp.ts")).stamp,
  size: async () => (await import("./benches/size.ts")).size,
} as const satisfies Record<string, () => Promise<Bench>>;

export type BenchName = keyof typeof benches;
