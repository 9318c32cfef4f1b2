import { expect, test } from "vitest";
import { choicesWith } from "#renderer/features/sync/correct/correct-field.tsx";

test("J9 the run of a walk-up whose event was not downloaded yet is said in words, not by its id", () => {
  const choices = choicesWith({
    field: "eventRunId",
    event: null,
    paceGroups: [],
    value: "d32b0bba9087",
    was: "d32b0bba9087",
    isChanged: false,
    serverSays: [],
    onChange: () => {},
  });
  const label = "A run that is not on this computer yet";
  expect(choices).toEqual([{ value: "d32b0bba9087", label }]);
});
