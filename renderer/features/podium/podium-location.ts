import { create } from "zustand";
import { keepScreenState, oneOf, omitDefaults } from "#renderer/client/navigation/screen-state.ts";

const tabs = ["podium", "finish", "official"] as const;
export type PodiumTabId = (typeof tabs)[number];

const officialViews = ["compare", "read"] as const;

const usual = {
  tab: "podium" as PodiumTabId,
  /** The run that a person chose; null is the first run. */
  runId: null as string | null,
  /** The segment that was typed into last. */
  segmentId: null as string | null,
  /** The first visible row of the finish log; null while the list follows its end. */
  finishRow: null as string | null,
  /** The selected time or bib of the finish log: list, index and id. */
  finishItem: null as string | null,
  /** The official version that is shown, the version it is compared with, and the view. */
  edition: null as string | null,
  against: null as string | null,
  officialView: "compare" as (typeof officialViews)[number],
};

/** What the podium screen shows: kept while another screen is open, and over a reload. */
export type PodiumLocation = Readonly<typeof usual>;

export const usePodiumLocation = create<PodiumLocation>(() => usual);

keepScreenState("podium", usePodiumLocation, {
  read: (place) => ({
    tab: oneOf(tabs, place["tab"], usual.tab),
    runId: place["run"] ?? null,
    segmentId: place["segment"] ?? null,
    finishRow: place["finishRow"] ?? null,
    finishItem: place["finishItem"] ?? null,
    edition: place["edition"] ?? null,
    against: place["against"] ?? null,
    officialView: oneOf(officialViews, place["officialView"], usual.officialView),
  }),
  write: ({ runId, segmentId, ...others }) =>
    omitDefaults(
      { run: runId, segment: segmentId, ...others },
      { run: null, segment: null, ...usual },
    ),
  inAddress: ["tab", "run"],
});
