import type { Slot } from "#shared/contract/podium.ts";

/** A sheet in one line: places, bibs and names. */
export const SheetLine = ({
  slots,
}: {
  readonly slots: readonly Pick<Slot, "place" | "bib" | "name">[];
}) =>
  slots.map(({ place, bib, name }, index) => (
    <span key={index}>
      {index === 0 ? "" : ", "}
      {place} <bdi dir="auto">{name === null ? bib : `${bib} ${name}`}</bdi>
    </span>
  ));
