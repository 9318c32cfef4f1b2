interface SetAsideItems {
  readonly times: readonly number[];
  readonly bibs: readonly (string | null)[];
  readonly guns: readonly { readonly run: string; readonly atMs: number }[];
}

/** The stamps, bibs and guns that a person set aside, as a file. The name of a file from practice says so (K3). */
export const setAsideFile = (
  { times, bibs, guns }: SetAsideItems,
  isPractice: boolean,
): { readonly name: string; readonly text: string } => ({
  name: `${isPractice ? "practice-" : ""}finish-log-set-aside.json`,
  text: JSON.stringify(
    {
      times: times.map(inUtc),
      bibs,
      guns: guns.map(({ run, atMs }) => ({ run, time: inUtc(atMs) })),
    },
    null,
    2,
  ),
});

/** A number outside of the range of dates stays a number. */
const inUtc = (atMs: number): string | number =>
  Number.isNaN(new Date(atMs).getTime()) ? atMs : new Date(atMs).toISOString();
