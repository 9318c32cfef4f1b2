import { setTimeout as sleep } from "node:timers/promises";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { mix } from "../data/prng.ts";
import type { FaultChanges, FaultRule, FaultSettings } from "./fault-schema.ts";
import { faultSettingsSchema, noFaults } from "./fault-schema.ts";

/** The part of a request that rules match. */
interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly hasCursor: boolean;
}

/** The port that `offline` closes. */
export interface ApiPort {
  open(): Promise<void>;
  cut(): Promise<void>;
}

/** The injected faults. */
export function createFaultSwitches(seed: number, findPort: () => ApiPort) {
  let settings: FaultSettings = noFaults;
  let pauses = 0;
  let onlineTimer: NodeJS.Timeout | undefined;

  async function set(changes: FaultChanges): Promise<void> {
    const parsed = faultSettingsSchema.partial().parse(changes);
    const wasOffline = settings.offline;
    settings = { ...settings, ...withoutUndefined(parsed) };
    clearTimeout(onlineTimer);
    if (settings.offline && !wasOffline) await findPort().cut();
    if (!settings.offline && wasOffline) await comeBack();
    if (settings.offline) comeBackLater();
  }

  async function comeBack(): Promise<void> {
    try {
      await findPort().open();
    } catch (error) {
      // Another program has the port meanwhile.
      settings = { ...settings, offline: true };
      throw error;
    }
  }

  function comeBackLater(): void {
    const { offlineForMs } = settings;
    if (offlineForMs === 0) return;
    onlineTimer = setTimeout(
      () => void set({ offline: false }).catch(comeBackLater),
      offlineForMs,
    ).unref();
  }

  return {
    get settings() {
      return settings;
    },
    /** Changes some switches; resolves after the port is closed or open again. Rejects if the port cannot be opened. */
    set,
    /** Switches all faults off. */
    clear: () => set(noFaults),
    /** The rule for a request; decrements its `times`. */
    take(target: FaultTarget): FaultRule | undefined {
      const index = settings.rules.findIndex((rule) => matches(rule, target));
      const rule = settings.rules[index];
      if (rule?.times !== undefined) {
        settings = { ...settings, rules: settings.rules.flatMap(countDown(index)) };
      }
      return rule;
    },
    /** Waits for the delay of a request. */
    async pause() {
      const { delayMs, jitterMs } = settings;
      if (delayMs === 0 && jitterMs === 0) return;
      pauses += 1;
      await sleep(delayMs + (jitterMs === 0 ? 0 : mix(seed, pauses) % (jitterMs + 1)));
    },
  };
}

export type FaultSwitches = ReturnType<typeof createFaultSwitches>;

function matches(rule: FaultRule, { method, path, hasCursor }: FaultTarget): boolean {
  if (rule.kind === "cursor-expired" && !hasCursor) return false;
  if (rule.method !== undefined && rule.method !== method) return false;
  if (rule.path === undefined) return true;
  return rule.path.endsWith("*") ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;
}

const countDown =
  (used: number) =>
  (rule: FaultRule, index: number): FaultRule[] => {
    if (index !== used || rule.times === undefined) return [rule];
    return rule.times > 1 ? [{ ...rule, times: rule.times - 1 }] : [];
  };
