import type { EventDetail } from "#shared/contract/events.ts";
import { words } from "#renderer/i18n/words.ts";
import { SegmentedControl } from "#renderer/ui/segmented-control.tsx";
import { Select } from "#renderer/ui/select.tsx";
import { TextField } from "#renderer/ui/text-field.tsx";

/** More labels, or longer ones, do not fit side by side. */
const mostSegments = 4;
const longestSegments = 26;

/** The select and the segments want a value for "none"; a label is never empty. */
const none = "";

export interface PaceGroupFieldProps {
  readonly groups: EventDetail["paceGroups"];
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly onLeave: () => void;
  readonly error: string | undefined;
}

/** The labels the event declares; typed freely where nobody could read them (W1). */
export function PaceGroupField({ groups, value, onChange, onLeave, error }: PaceGroupFieldProps) {
  if (!groups.recognised) {
    return (
      <TextField
        label={words.walkUp.paceGroup}
        hint={words.walkUp.paceGroupFree}
        value={value}
        maxLength={500}
        onChange={onChange}
        onBlur={onLeave}
        error={error}
      />
    );
  }
  const choices = [
    ...groups.labels.map((label) => ({ value: label, label })),
    { value: none, label: words.walkUp.noPaceGroup },
  ];
  const fits =
    groups.labels.length <= mostSegments && groups.labels.join("").length <= longestSegments;
  const shared = {
    label: words.walkUp.paceGroup,
    choices,
    value,
    onChange: (label: string) => {
      onChange(label);
      onLeave();
    },
    error,
  };
  return fits ? <SegmentedControl {...shared} /> : <Select {...shared} />;
}
