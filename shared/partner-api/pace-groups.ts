import { isRecord } from "./common.ts";

/** The parsed `paceGroups` of an event. */
export interface PaceGroupLabels {
  /** The labels in the declared order, each once. */
  readonly labels: readonly string[];
  /** False if an entry has an unknown shape: the list may be incomplete and must not refuse a walk-up (W1). */
  readonly recognised: boolean;
}

const labelKeys = ["label", "name", "title", "displayLabel", "value"] as const;

/**
 * Parses the labels that an event declares. The API says that each entry is a label, but not its shape, so strings and objects
 * with one of `labelKeys` are accepted. Absence means no pace groups.
 */
export function readPaceGroupLabels(value: unknown): PaceGroupLabels {
  if (value === undefined || value === null) return { labels: [], recognised: true };
  if (!Array.isArray(value)) return { labels: [], recognised: false };
  const found = value.map(readLabel);
  const labels = found.filter((label) => label !== undefined);
  return { labels: [...new Set(labels)], recognised: labels.length === found.length };
}

function readLabel(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry.length > 0 ? entry : undefined;
  if (!isRecord(entry)) return undefined;
  const labels = labelKeys.map((key) => entry[key]);
  return labels.find((label) => typeof label === "string" && label.length > 0) as
    | string
    | undefined;
}
