import { setTimeout as sleep } from "node:timers/promises";

import { mix } from "../data/prng.ts";
import type { FaultChanges, FaultRule, FaultSettings } from "./fault-schema.ts";
import { faultSettingsSchema, noFaults } from "./fault-schema.ts";

/** A request as far as rules look at it. */
interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly hasCursor: boolean;
}

/** What goes wrong on purpose. */
export interface FaultSwitches {
  readonly settings: Readonly<FaultSettings>;
  /** Changes some switches; resolves when the line is really down or up again. */
  set(changes: FaultChanges): Promise<void>;
  /** All well again. */
  clear(): Promise<void>;
  /** The rule for a request, its `times` counted down. */
  take(target: FaultTarget): FaultRule | undefined;
  /** The delay that every request gets. */
  pause(): Promise<void>;
}

/** The line that `offline` cuts. */
export interface Line {
  open(): Promise<void>;
  cut(): Promise<void>;
}

export function createFaultSwitches(seed: number, line: () => Line): FaultSwitches {
  let settings: FaultSettings = noFaults;
  let pauses = 0;
  let comesBack: NodeJS.Timeout | undefined;

  async function set(changes: FaultChanges): Promise<void> {
    const parsed = faultSettingsSchema.partial().parse(changes);
    const wasOffline = settings.offline;
    settings = { ...settings, ...withoutUndefined(parsed) };
    clearTimeout(comesBack);
    if (settings.offline && !wasOffline) await line().cut();
    if (!settings.offline && wasOffline) await line().open();
    if (settings.offline && settings.offlineForMs > 0) {
      comesBack = setTimeout(() => void set({ offline: false }), settings.offlineForMs).unref();
    }
  }

  return {
    get settings() {
      return settings;
    },
    set,
    clear: () => set(noFaults),
    take(target) {
      const index = settings.rules.findIndex((rule) => matches(rule, target));
      const rule = settings.rules[index];
      if (rule?.times !== undefined) {
        settings = { ...settings, rules: settings.rules.flatMap(countDown(index)) };
      }
      return rule;
    },
    async pause() {
      const { delayMs, jitterMs } = settings;
      if (delayMs === 0 && jitterMs === 0) return;
      pauses += 1;
      await sleep(delayMs + (jitterMs === 0 ? 0 : mix(seed, pauses) % (jitterMs + 1)));
    },
  };
}

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

function withoutUndefined<T extends object>(
  changes: T,
): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}
