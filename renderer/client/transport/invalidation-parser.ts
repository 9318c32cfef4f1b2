import type { Invalidation } from "#shared/contract/invalidations.ts";
import { tooManyStreams } from "#shared/contract/channels.ts";

/**
 * Parses a stream of server-sent events. The returned function takes the next piece of text and returns the invalidations
 * that are complete.
 *
 * @param onTooMany Called when the station ends the stream because this browser has too many streams open.
 */
export function createInvalidationParser(onTooMany: () => void): (chunk: string) => Invalidation[] {
  let rest = "";
  return (chunk) => {
    rest += chunk;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    if (blocks.some((block) => block.startsWith(`event: ${tooManyStreams}`))) onTooMany();
    return blocks.map(readBlock).filter((invalidation) => invalidation !== undefined);
  };
}

function readBlock(block: string): Invalidation | undefined {
  const data = block
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  try {
    const value: unknown = JSON.parse(data);
    return isInvalidation(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Distinguishes invalidations from the other events of the stream. The station sends only valid ones. */
const isInvalidation = (value: unknown): value is Invalidation =>
  typeof value === "object" &&
  value !== null &&
  "topic" in value &&
  typeof value.topic === "string" &&
  "eventId" in value;
