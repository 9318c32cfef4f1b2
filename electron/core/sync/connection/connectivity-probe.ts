import type { PartnerClient } from "#core/partner/client.ts";
import type { Line } from "./connectivity.ts";

/** What every key may ask and costs the server little: its answer says whether there is a line (O12), never a POST (K5). */
export const lineQuestion = { endpoint: "organization.read", segments: ["organization"] } as const;

/** Finds out whether there is a line, once at a time. */
export interface LineQuestion {
  /** Settles when the answer was heard, or was not to be had; at once while the line is left alone. */
  ask(): Promise<void>;
  /** A request failed and the answer is not here yet: nothing is sent until it is. */
  readonly isOpen: boolean;
  /** A request failed. */
  doubt(): void;
  close(): void;
}

export interface LineQuestionOptions {
  readonly connection: { readonly client: PartnerClient | null; readonly keyRefused: boolean };
  readonly line: Line;
  /** The doubt is over: the line is known to be up, or down. */
  readonly onSettled: () => void;
}

export function createLineQuestion({
  connection,
  line,
  onSettled,
}: LineQuestionOptions): LineQuestion {
  const closing = new AbortController();
  let asking: Promise<void> | null = null;
  let isOpen = false;

  const ask = (): Promise<void> => {
    const { client } = connection;
    if (client === null || connection.keyRefused || line.quietForMs > 0) return Promise.resolve();
    asking ??= client
      .get(lineQuestion, closing.signal)
      .then(() => undefined)
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  return {
    ask,
    get isOpen() {
      return isOpen;
    },
    doubt() {
      if (isOpen || closing.signal.aborted || line.state === "offline") return;
      isOpen = true;
      const settle = (): void => {
        isOpen = false;
        if (!closing.signal.aborted) onSettled();
      };
      // Where the disk does not take what follows from the answer, the next look finds the same.
      ask().then(settle, settle);
    },
    close: () => closing.abort(),
  };
}
