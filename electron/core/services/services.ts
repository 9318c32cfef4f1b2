import type { DeviceAccess } from "#core/device-pairing.ts";
import type { ReadPace } from "#core/read-pace.ts";
import type { Handlers } from "#core/handlers.ts";
import { createBibService } from "./bibs/bib.ts";
import { createBibRangeService } from "./bibs/bib-ranges.ts";
import type { JournalMirrorParts } from "./journal/journal-mirror.ts";
import { createJournalMirrorService } from "./journal/journal-mirror.ts";
import { createCheckInService } from "./check-in/check-in.ts";
import { createConflictService } from "./conflicts/conflicts.ts";
import { createConnectionService } from "./settings/connection.ts";
import type { DeskContext } from "./context.ts";
import { createDataFolderService } from "./settings/data-folders.ts";
import { createDepartureService } from "./settings/departure.ts";
import { createDiagnosticsService } from "./settings/diagnostics.ts";
import type { DesksService } from "./desks/desks.ts";
import { throughHub } from "./desks/through-hub.ts";
import { createDeviceService } from "./devices/devices.ts";
import { createEventService } from "./events/events.ts";
import { createExportService } from "./exports/exports.ts";
import { createFinishService } from "./finish-log/finish.ts";
import { createLocalEventService } from "./events/local-event.ts";
import { createOrganizerService } from "./results/organizer.ts";
import { createOutboxService } from "./outbox/outbox.ts";
import { createPaperService } from "./podium/paper.ts";
import { createPodiumService } from "./podium/podium.ts";
import { createPronunciationService } from "./check-in/pronunciation.ts";
import { createRedoService } from "./check-in/redo.ts";
import type { Rehearsal } from "./rehearsal/rehearsal.ts";
import { createResultsService } from "./results/results.ts";
import { createRosterService } from "./check-in/roster.ts";
import type { Safekeeping } from "./journal/safekeeping.ts";
import { createSafekeepingService } from "./journal/safekeeping.ts";
import { createSegmentService } from "./podium/segment.ts";
import { createLanAccessService } from "./devices/lan-access.ts";
import { createSettingsService } from "./settings/settings.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import type { Problem } from "#core/problem-log.ts";
import { createUndoLastService } from "./undo-last.ts";
import { createWipeLookService } from "./settings/wipe-look.ts";
import { createWalkUpService } from "./walk-ups/walk-up.ts";

/** All handlers except those that replace the workspace itself. */
export type DeskHandlers = Omit<Handlers, "practice.start" | "practice.leave" | "wipe.perform">;

export interface DeskOptions {
  readonly context: DeskContext;
  readonly access: DeviceAccess;
  readonly desks: DesksService;
  readonly slowed: ReadPace["slowed"];
  readonly safekeeping: Safekeeping;
  readonly journalMirror: JournalMirrorParts;
  readonly rehearsal: Rehearsal;
  readonly host: "desktop" | "station";
  readonly about: () => DeskState["about"];
  readonly problems: () => Problem[];
}

/** The use cases of one open workspace: one service per file of the contract. */
export function createDesk(options: DeskOptions): DeskHandlers {
  const { context, access, desks, safekeeping, rehearsal, host, about } = options;
  return throughHub(desks, context.settings, {
    ...createConnectionService(context),
    ...createEventService(context),
    ...createDepartureService(context, safekeeping, options.journalMirror.mirror, desks),
    ...createRosterService(context),
    ...createCheckInService(context),
    ...createBibService(context, desks),
    ...createBibRangeService(context, access),
    ...createUndoLastService(context),
    ...createRedoService(context),
    ...createWalkUpService(context),
    ...createOutboxService(context),
    ...createPodiumService(context),
    ...createPronunciationService(context),
    ...createPaperService(context),
    ...createSegmentService(context),
    ...createFinishService(context),
    ...createResultsService(context),
    ...createLocalEventService(context),
    ...createOrganizerService(context),
    ...createSettingsService({ context, desks, about }),
    ...createSafekeepingService(context, safekeeping),
    ...createWipeLookService(context, safekeeping, options.journalMirror.mirror),
    ...createJournalMirrorService(context, options.journalMirror),
    ...createDataFolderService(context, safekeeping),
    ...createExportService(context, safekeeping),
    ...createLanAccessService(context),
    ...rehearsal.handlers,
    ...createDiagnosticsService(options),
    ...createDeviceService(context, access, options.slowed, host),
    ...createConflictService(context),
    ...desks.handlers,
  });
}
