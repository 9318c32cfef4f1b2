/** A call that a page sent and the core has not answered. */
export interface CallOnItsWay {
  readonly name: string;
  readonly inputJson: string;
  /** Lets the core perform the call, and holds the reply. */
  perform(): Promise<void>;
  /** Sends the reply to the page; performs the call first if necessary. */
  reply(): Promise<void>;
  /** The page gets no answer. */
  lose(): Promise<void>;
  /** The page gets an error with this code; nothing is performed. */
  refuse(code: string): Promise<void>;
}

/** The name of a procedure, or all of a service: `finish.*`. */
export type CallPattern = string;

export const matches = (pattern: CallPattern, name: string): boolean =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
