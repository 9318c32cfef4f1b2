/** A call of a page on its way to the core. */
export interface CallOnItsWay {
  readonly name: string;
  readonly inputJson: string;
  /** The core does its work; its reply waits. */
  perform(): Promise<void>;
  /** The reply goes to the page; performed if it was not. */
  reply(): Promise<void>;
  /** The page hears that there is no answer. */
  lose(): Promise<void>;
  /** The page hears that the program refused, with this code; nothing was performed. */
  refuse(code: string): Promise<void>;
}

/** A procedure, or all of a room: `finish.*`. */
export type CallPattern = string;

export const matches = (pattern: CallPattern, name: string): boolean =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
