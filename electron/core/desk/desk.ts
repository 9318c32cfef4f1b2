import type { DeviceAccess } from "../device-access.ts";
import type { ReadPace } from "../read-pace.ts";
import type { Handlers } from "../handlers.ts";
import { createBibService } from "./bib.ts";
import type { BlackBoxParts } from "./black-box.ts";
import { createBlackBoxService } from "./black-box.ts";
import { createCheckInService } from "./check-in.ts";
import { createConnectionService } from "./connection.ts";
import type { DeskContext } from "./context.ts";
import { createDataFolderService } from "./data-folders.ts";
import { createDepartureService } from "./departure.ts";
import { createDiagnosticsService } from "./diagnostics.ts";
import { createDeviceService } from "./devices.ts";
import { createEventService } from "./events.ts";
import { createExportService } from "./exports.ts";
import { createFinishService } from "./finish.ts";
import { createMadeEventService } from "./made-event.ts";
import { createOrganizerService } from "./organizer.ts";
import { createOutboxService } from "./outbox.ts";
import { createPaperService } from "./paper.ts";
import { createPodiumService } from "./podium.ts";
import { createPronunciationService } from "./pronunciation.ts";
import { createRedoService } from "./redo.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { createResultsService } from "./results.ts";
import { createRosterService } from "./roster.ts";
import type { Safekeeping } from "./safekeeping.ts";
import { createSafekeepingService } from "./safekeeping.ts";
import { createSegmentService } from "./segment.ts";
import { createServeService } from "./serve.ts";
import { createSettingsService } from "./settings.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import type { Trouble } from "../troubles.ts";
import { createUndoLastService } from "./undo-last.ts";
import { createWalkUpService } from "./walk-up.ts";

/** All handlers except those that replace the workspace itself. */
export type DeskHandlers = Omit<Handlers, "practice.start" | "practice.leave">;

export interface DeskOptions {
  readonly context: DeskContext;
  readonly access: DeviceAccess;
  readonly slowed: ReadPace["slowed"];
  readonly safekeeping: Safekeeping;
  readonly blackBox: BlackBoxParts;
  readonly rehearsal: Rehearsal;
  readonly host: "desktop" | "station";
  readonly about: () => DeskState["about"];
  readonly troubles: () => Trouble[];
}

/** The use cases of one open workspace: one service per file of the contract. */
export function createDesk(options: DeskOptions): DeskHandlers {
  const { context, access, safekeeping, rehearsal, host, about } = options;
  return {
    ...createConnectionService(context),
    ...createEventService(context),
    ...createDepartureService(context, safekeeping, options.blackBox.box),
    ...createRosterService(context),
    ...createCheckInService(context),
    ...createBibService(context),
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
    ...createMadeEventService(context),
    ...createOrganizerService(context),
    ...createSettingsService({ context, about }),
    ...createSafekeepingService(context, safekeeping),
    ...createBlackBoxService(context, options.blackBox),
    ...createDataFolderService(context, safekeeping),
    ...createExportService(context, safekeeping),
    ...createServeService(context),
    ...rehearsal.handlers,
    ...createDiagnosticsService(options),
    ...createDeviceService(context, access, options.slowed, host),
  };
}
