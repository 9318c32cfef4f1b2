const mark = "The double would start again with ";

/** Replaces `app.relaunch`: it prints the flags, and a test that needs the next process starts it. */
export function sayRelaunch(args: readonly string[]): void {
  process.stdout.write(`${mark}${JSON.stringify(args)}\n`);
}

/** The flags for the next process, from what this process printed; null if it did not relaunch. */
export function readRelaunch(stdout: string): readonly string[] | null {
  const line = stdout.split("\n").find((each) => each.startsWith(mark));
  if (line === undefined) return null;
  // The first argument is the program itself.
  return (JSON.parse(line.slice(mark.length)) as string[]).slice(1);
}
