import type { Client } from "#renderer/client/client.ts";
import { createClient } from "#renderer/client/client.ts";
import { createSheetCommands } from "#renderer/features/podium/board/sheet-commands.ts";
import { workOf } from "#renderer/features/podium/podium-store.ts";
import type { ActiveSlot } from "#renderer/features/podium/podium-store.ts";
import { createEditor } from "#renderer/features/podium/slots/slot-editing.ts";
import type { Editor } from "#renderer/features/podium/slots/slot-editing.ts";
import type { InputOf } from "#shared/contract/index.ts";
import type { PodiumSegment, SlotInput } from "#shared/contract/podium.ts";
import { createFakeTransport } from "./screens/fake-transport.ts";
import { madeSegment, podiumBook } from "./screens/podium-book.ts";
import type { Answers } from "./screens/scene.ts";

/** The run of the segments. */
export const runId = "r-half";
export const men = madeSegment({
  id: "sex:male",
  label: "Men",
  slots: [{ bib: "12" }, { bib: "31" }],
});
export const women = madeSegment({ id: "sex:female", label: "Women", depth: 2 });

/** An open place into which nothing was typed, unless `more` says so. */
export const openSlot = (more: Partial<ActiveSlot> = {}): ActiveSlot => ({
  segmentId: "sex:male",
  index: 1,
  bib: "",
  time: "",
  tie: false,
  asksTime: false,
  field: "bib",
  isTimeMeant: false,
  timeAnsweredFor: null,
  timeAsked: 0,
  isTouched: false,
  chosen: null,
  isBibMeant: false,
  seen: null,
  fault: null,
  openedBy: null,
  ...more,
});

export interface EditorDesk {
  readonly client: Client;
  readonly editor: Editor;
  /** The names of the calls, in order. */
  readonly asked: readonly string[];
  /** The lines of the last sheet that was sent. */
  sent(): readonly SlotInput[] | undefined;
  /** The segment as this screen shows it after every answer. */
  shown(segmentId: string): PodiumSegment | undefined;
}

/** The editor of a run, with a core that answers at once. */
export function openDesk(segments: readonly PodiumSegment[], more: Answers = {}): EditorDesk {
  const transport = createFakeTransport({
    hash: "",
    answers: { ...podiumBook(segments), ...more },
  });
  const asked: string[] = [];
  let sent: readonly SlotInput[] | undefined;
  const client = createClient({
    ...transport,
    call(name, input) {
      asked.push(name);
      if (name === "podium.enter") sent = (input as InputOf<"podium.enter">).slots;
      return transport.call(name, input);
    },
  });
  const shown = (segmentId: string): PodiumSegment | undefined =>
    workOf(runId, segmentId).fresh?.segment ??
    segments.find((segment) => segment.segmentId === segmentId);
  const orders = createSheetCommands(client, "e", runId);
  return {
    client,
    asked,
    shown,
    sent: () => sent,
    editor: createEditor(runId, false, () => segments, orders),
  };
}

/** Resolves after every answer that is on its way. */
export const answered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
