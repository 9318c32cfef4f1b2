import type { DeclaredPaceGroups } from "#shared/domain/walk-ups/walk-up.ts";
import { isRecord } from "./common.ts";

const labelKeys = ["label", "name", "title", "displayLabel", "value"] as const;

/**
 * Parses the labels that an event declares. The API says that each entry is a label, but not its shape, so strings and objects
 * with one of `labelKeys` are accepted. Absence means no pace groups.
 */
export function readPaceGroupLabels(value: unknown): DeclaredPaceGroups {
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
