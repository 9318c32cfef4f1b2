import { arch, cpus, platform, release, totalmem } from "node:os";
import type { DeskState } from "#shared/contract/settings.ts";
import { ok } from "#shared/result.ts";
import { freeBytes } from "#core/db/files/files.ts";
import type { Slice } from "#core/handlers.ts";
import type { Problem } from "#core/problem-log.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { Safekeeping } from "#core/services/journal/safekeeping.ts";

/**
 * Maximum number of errors of screens per minute, so that a screen that fails again and again does not push everything
 * else out of the log.
 */
const maxScreenErrors = 20;

export interface DiagnosticsOptions {
  readonly context: DeskContext;
  readonly safekeeping: Pick<Safekeeping, "jobs">;
  readonly about: () => DeskState["about"];
  readonly problems: () => Problem[];
}

/** Diagnostic facts and counters. Contains no text that a person typed or a server sent (K1). */
export function createDiagnosticsService({
  context,
  safekeeping,
  about,
  problems,
}: DiagnosticsOptions): Slice<"diagnostics.get" | "screen.failed"> {
  const { mode, ports, sync } = context;
  let logged = { minute: 0, count: 0 };
  return {
    "diagnostics.get": async () => {
      const { version, host, electronVersion, chromiumVersion, ...own } = about();
      const census = await safekeeping.jobs.run("census", own.dataDir);
      const { state, baseUrl, keyStore, connectivity, clockDriftMs, rights } =
        sync.connection.get();
      const { schemaVersion, folderBytes, rows, entries, attempts } = census;
      return ok({
        atMs: ports.clock.now(),
        program: {
          version,
          host,
          mode,
          electron: electronVersion,
          chromium: chromiumVersion,
          node: own.nodeVersion,
          sqlite: own.sqliteVersion,
        },
        system: {
          platform: platform(),
          release: release(),
          arch: arch(),
          processors: cpus().length,
          memoryBytes: totalmem(),
        },
        data: {
          schemaVersion,
          folderBytes,
          freeBytes: freeBytes(own.dataDir),
          findings: own.findings.map(({ code }) => code),
          rows: { ...rows },
        },
        connection: {
          state,
          address: baseUrl === null ? ("not set" as const) : ("set" as const),
          keyStore,
          connectivity: connectivity.state,
          clockDriftMs,
          rights,
        },
        queue: { entries: { ...entries }, attempts: { ...attempts } },
        troubles: problems(),
      });
    },

    "screen.failed": ({ screen, name, stack, component }) => {
      const minute = Math.floor(ports.clock.monotonic() / 60_000);
      if (minute !== logged.minute) logged = { minute, count: 0 };
      logged.count += 1;
      if (logged.count > maxScreenErrors) return ok({});
      const error = Object.assign(new Error(""), { name, stack: stack.join("\n") });
      ports.logger.log("error", "screen.failed", { screen, component, error });
      return ok({});
    },
  };
}
