/** What could be read of an event's `paceGroups`. */
export interface PaceGroupLabels {
  /** The labels in the order the event declares them, each once. */
  readonly labels: readonly string[];
  /** False when any entry has a shape nobody recognises: then the list may be incomplete and must not block (W1). */
  readonly recognised: boolean;
}

const labelKeys = ["label", "name", "title", "displayLabel", "value"] as const;

/**
 * Reads the labels an event declares. The API says that each entry is a label but not its shape, so strings and objects
 * with a telling field are both read. Absence is recognised as "no pace groups".
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
  if (typeof entry !== "object" || entry === null) return undefined;
  const fields = entry as Record<string, unknown>;
  for (const key of labelKeys) {
    const label = fields[key];
    if (typeof label === "string" && label.length > 0) return label;
  }
  return undefined;
}
