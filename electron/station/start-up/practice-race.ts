import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import type { PracticeControl, StartPractice } from "#core/ports.ts";
import type { RehearsalFault } from "#shared/domain/rehearsal/rehearsal.ts";

/** The sample race: large enough for realistic searches, small enough to be ready within a second. */
const sampleRunners = 3000;
const sampleSeed = 1;

/** Serves the sample race on any free loopback port; registrations made in it are stored in `folder`. */
export const startPractice: StartPractice = async (folder, fresh) => {
  const stateFile = join(folder, "sandbox.jsonl");
  await mkdir(folder, { recursive: true });
  if (fresh) await rm(stateFile, { force: true });
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const sandbox = await startSandbox({
    runners: sampleRunners,
    seed: sampleSeed,
    stateFile,
    repairsStateFile: true,
    timezone,
  });
  return {
    baseUrl: sandbox.url,
    apiKey: sandbox.keys.all,
    eventId: sandbox.mainEventId,
    repaired: sandbox.repairedStateFile,
    control: controlOf(sandbox),
    close: () => sandbox.close(),
  };
};

type FaultChanges = Parameters<Sandbox["faults"]["set"]>[0];

/** The sandbox's fault settings for each rehearsal fault; all other settings are normal. */
const faultsOf: Readonly<Record<RehearsalFault, FaultChanges>> = {
  "slow-network": { delayMs: 3_000, jitterMs: 2_000 },
  "lost-reply": { rules: [{ kind: "lost-reply", method: "POST", times: 1 }] },
  "network-lost": { offline: true },
  refusal: {
    rules: [
      {
        kind: "status",
        status: 422,
        code: "VALIDATION_ERROR",
        message: "This e-mail address is not valid.",
        method: "POST",
        times: 1,
      },
    ],
  },
  "server-errors": { rules: [{ kind: "status", status: 503 }] },
  "login-page": { rules: [{ kind: "captive-portal", mode: "html" }] },
};

const controlOf = (sandbox: Sandbox): PracticeControl => ({
  async set(trouble) {
    await sandbox.faults.clear();
    if (trouble !== null) await sandbox.faults.set(faultsOf[trouble]);
  },
  cancel: (registrationId) =>
    void sandbox.mutate({ kind: "set-status", registrationId, status: "cancelled" }),
  changeBib: (registrationId, bib) => void sandbox.mutate({ kind: "set-bib", registrationId, bib }),
  created: () =>
    sandbox
      .readState()
      .created.flatMap((post) =>
        "registration" in post
          ? [{ id: post.registration._id, idempotencyKey: post.idempotencyKey }]
          : [],
      ),
});
