const mark = "The double would start again with ";

/** In place of `app.relaunch`: a test that wants the next process starts it. */
export function sayRelaunch(args: readonly string[]): void {
  process.stdout.write(`${mark}${JSON.stringify(args)}\n`);
}

/** The flags that the next process was to get, from what this one printed; null when there was to be none. */
export function readRelaunch(stdout: string): readonly string[] | null {
  const line = stdout.split("\n").find((each) => each.startsWith(mark));
  if (line === undefined) return null;
  // The first argument is the program itself.
  return (JSON.parse(line.slice(mark.length)) as string[]).slice(1);
}
