import type { Invalidation } from "#shared/contract/invalidations.ts";
import { tooManyStreams } from "#shared/contract/channels.ts";

/**
 * Takes a server-sent event stream apart. Feed it text as it arrives; it answers the hints that are whole.
 *
 * @param onTooMany The station ends this stream, since this browser has too many of them open.
 */
export function createInvalidationParser(onTooMany: () => void): (chunk: string) => Invalidation[] {
  let rest = "";
  return (chunk) => {
    rest += chunk;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    if (blocks.some((block) => block.startsWith(`event: ${tooManyStreams}`))) onTooMany();
    return blocks.map(readBlock).filter((hint) => hint !== undefined);
  };
}

function readBlock(block: string): Invalidation | undefined {
  const data = block
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  if (data === "") return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return isHint(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The core is this program's own: its hints need recognising (other events share the stream), not distrusting. */
function isHint(value: unknown): value is Invalidation {
  return (
    typeof value === "object" &&
    value !== null &&
    "topic" in value &&
    typeof value.topic === "string" &&
    "eventId" in value
  );
}
