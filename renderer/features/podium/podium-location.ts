import { create } from "zustand";
import { keepScreenState, oneOf, omitDefaults } from "#renderer/client/navigation/screen-state.ts";

const tabs = ["podium", "finish", "official"] as const;
export type PodiumTabId = (typeof tabs)[number];

const officialViews = ["compare", "read"] as const;

/** What the podium screen shows: kept while another screen is open, and over a reload. */
export interface PodiumLocation {
  readonly tab: PodiumTabId;
  /** The run that a person chose; null is the first run. */
  readonly runId: string | null;
  /** The segment that was typed into last. */
  readonly segmentId: string | null;
  /** The first visible row of the finish log; null while the list follows its end. */
  readonly finishRow: string | null;
  /** The selected time or bib of the finish log: list, index and id. */
  readonly finishItem: string | null;
  /** The official version that is shown, the version it is compared with, and the view. */
  readonly edition: string | null;
  readonly against: string | null;
  readonly officialView: (typeof officialViews)[number];
}

const usual: PodiumLocation = {
  tab: "podium",
  runId: null,
  segmentId: null,
  finishRow: null,
  finishItem: null,
  edition: null,
  against: null,
  officialView: "compare",
};

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
