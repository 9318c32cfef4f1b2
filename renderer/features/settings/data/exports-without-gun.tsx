import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";

export interface WithoutGunProps {
  /** Null: no finish log is exported. */
  readonly eventId: string | null;
  /** The runs of the file. */
  readonly runs: readonly { readonly id: string; readonly label: string }[];
}

/** Says before the export of a finish log which runs have no gun time, and so no times. */
export function WithoutGun({ eventId, runs }: WithoutGunProps) {
  const input = eventId === null ? null : { eventId, limit: 1 };
  const { value } = useQuery("finish.page", input, { topics: ["finish"] });
  if (value === null || value.total === 0) return null;
  const started = new Set(value.guns.map(({ runId }) => runId));
  const labels = runs.filter(({ id }) => !started.has(id)).map(({ label }) => label);
  if (labels.length === 0) return null;
  return <Notice tone="look" title={words.settings.exports.withoutGun(labels)} />;
}
