import type { Deadline } from "./deadline.ts";
import type { BodyRead } from "./read-body.ts";
import { largestBodyBytes, readBodyBytes } from "./read-body.ts";

/**
 * Reads an answer's body piece by piece, up to the size limit, each piece within `idleMs`. A body that breaks off or is
 * late is a kind of body, not an error: the head of the answer is known.
 */
export async function readBody(
  response: Response,
  deadline: Deadline,
  idleMs: number,
  apiKey: string,
): Promise<BodyRead> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  deadline.allow(idleMs);
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) break;
      deadline.allow(idleMs);
      size += piece.value.byteLength;
      if (size > largestBodyBytes) {
        await reader?.cancel();
        return { kind: "too-large" };
      }
      pieces.push(piece.value);
    }
  } catch {
    return { kind: deadline.passed() ? "timeout" : "broken" };
  }
  return readBodyBytes(join(pieces, size), response.headers.get("content-type") ?? "", apiKey);
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
