import type { CollectionView } from "#shared/contract/organizer.ts";
import type { ParsedInputOf } from "#shared/contract/index.ts";
import { mostPixels, pixelsOf } from "#shared/domain/basics/image-size.ts";
import { readPictures } from "#shared/partner-api/common.ts";
import { readTeamSize, runSchema } from "#shared/partner-api/run.ts";
import { err, ok } from "#shared/result.ts";
import type { CollectionRecord } from "#core/db/stores/organizer-stores.ts";
import { yieldToEventLoop } from "#core/db/yield-to-event-loop.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { DeskContext } from "#core/services/context.ts";
import { bindUseCases, noRun } from "#core/services/use-case.ts";
import { eventRows } from "#core/services/events/event-view.ts";
import { rowReader } from "#core/services/check-in/runner-row.ts";
import { seriesOfKey, seriesView, wholeOrNull } from "./series-view.ts";

const noCollection = () => err("not-found", "No such collection is known");

/** Maximum number of members without a team; no relay has so many. */
const maxAlone = 1_000;

export const createOrganizerService = (context: DeskContext) =>
  bindUseCases(context, {
    "series.list": (context) =>
      ok({ series: seriesOfKey(context.stores).map((row) => seriesView(context, row)) }),

    "series.find": (context, input) =>
      context.commands.wait("series.find", input, async () => {
        const found = await context.sync.organizer.findSeries(input.slug);
        if (!found.ok) return found;
        const row = found.value === null ? null : context.stores.series.get(found.value);
        return ok({ series: row === null ? null : seriesView(context, row) });
      }),

    "collection.list": (context) => {
      const { stores, sync } = context;
      const collections = stores.collections.all().map((record) => collectionView(context, record));
      return ok({ collections, ...sync.organizer.collectionsState() });
    },

    "collection.refresh": ({ commands, sync }, input) =>
      commands.wait("collection.refresh", input, () =>
        sync.organizer.refreshCollections(input.slug),
      ),

    "collection.get": (context, { slug }) => {
      const { stores } = context;
      const record = stores.collections.get(slug);
      if (record === null) return noCollection();
      const rows = eventRows(context);
      return ok({
        collection: collectionView(context, record),
        events: stores.collections.members(slug).flatMap(rows.ofMember),
      });
    },

    "team.list": async (context, { eventId, runId }) => {
      const { stores } = context;
      const run = stores.runs.get(runId);
      if (run?.eventId !== eventId) return noRun();
      const told = runSchema.safeParse(JSON.parse(run.raw)).data;
      const rowOf = rowReader(stores.runs);
      const teams = Map.groupBy(
        stores.teams.members(eventId, runId),
        ({ teamId }: RunnerRecord) => teamId ?? "",
      );
      // Members without a team exist only if the run has teams.
      const alone = run.isRelay || teams.size > 0 ? await findAlone(context, eventId, runId) : [];
      return ok({
        entryCount: wholeOrNull(told?.entryCount),
        teamSize: readTeamSize(told?.relay),
        teams: [...teams].map(([teamId, members]) => ({ teamId, members: members.map(rowOf) })),
        alone: alone.map(rowOf),
      });
    },

    "image.get": (context, input) => {
      const { stores } = context;
      const address = addressOf(context, input);
      const image = address === null ? null : stores.images.get(address);
      if (image === null || image.mime === null || image.bytes === null) return ok({ image: null });
      const { mime, bytes } = image;
      // An earlier version may have stored a larger image, or another database may have brought it (S12).
      if ((pixelsOf(bytes, mime) ?? Infinity) > mostPixels) return ok({ image: null });
      return ok({ image: { mime, base64: Buffer.from(bytes).toString("base64") } });
    },
  });

/** Reads in chunks and yields between them, so that a check-in need not wait for a team list. */
async function findAlone(
  { stores }: DeskContext,
  eventId: string,
  runId: string,
): Promise<RunnerRecord[]> {
  const found: RunnerRecord[] = [];
  for (let after: number | null = 0; after !== null && found.length < maxAlone;) {
    const { rows, next }: ReturnType<typeof stores.teams.alone> = stores.teams.alone(
      eventId,
      runId,
      after,
    );
    found.push(...rows);
    after = next;
    if (after !== null) await yieldToEventLoop();
  }
  return found.slice(0, maxAlone);
}

/** The address of the picture, from the raw event or collection (D9). */
function addressOf(
  { stores }: DeskContext,
  { of, id, which }: ParsedInputOf<"image.get">,
): string | null {
  const raw = of === "event" ? stores.events.get(id)?.raw : stores.collections.get(id)?.raw;
  return raw === undefined ? null : readPictures(JSON.parse(raw))[which];
}

function collectionView({ stores }: DeskContext, record: CollectionRecord): CollectionView {
  const { card, cover } = readPictures(JSON.parse(record.raw));
  return {
    slug: record.slug,
    name: record.name ?? record.slug,
    description: record.description,
    events: record.eventsAtMs === null ? null : stores.collections.countMembers(record.slug),
    hasImage: [card, cover].some((address) => address !== null && stores.images.has(address)),
  };
}
