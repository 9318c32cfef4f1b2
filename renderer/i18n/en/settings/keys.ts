/** The keys of a screen in the order of use, written as on its keycaps. */
interface ScreenKeys {
  readonly screen: string;
  readonly keys: readonly (readonly [keys: string, meaning: string])[];
}

/** Texts of the list of keys in Settings. */
export const keys = {
  title: "Keys",
  lead: "Everything works by keyboard. On a Mac, Ctrl may also be Cmd.",
  screens: [
    { screen: "Every screen", keys: [["F1", "this list"]] },
    {
      screen: "Check-in",
      keys: [
        ["Letters, digits", "find somebody, wherever the cursor is"],
        ["↑ ↓", "choose"],
        ["Enter", "do what the yellow button says"],
        ["Ctrl Enter", "check in somebody whose card warns, or whom Enter chose in a list"],
        ["Esc", "leave a question, empty the box"],
        ["Ctrl Z", "undo this desk’s last action"],
        ["Ctrl Shift Z", "redo what was undone"],
        ["F2", "walk-up"],
      ],
    },
    {
      screen: "Podium",
      keys: [
        ["Letters, digits", "open the next empty place"],
        ["Enter", "save and go to the next place"],
        ["=", "tie with the place above"],
        ["Tab", "to the time, Shift Tab back to the bib"],
        ["↑ ↓", "another place"],
        ["← →", "another segment"],
        ["Alt ↑ ↓", "move the place"],
        ["Delete", "remove the place"],
        ["Esc", "leave the place as it was"],
        ["Ctrl Z", "undo the last entry"],
      ],
    },
    {
      screen: "Finish log",
      keys: [
        ["Space", "take a time"],
        ["Enter", "save the bib"],
        ["↑ ↓", "choose a line, End for the last one"],
        ["← →", "times or bibs"],
        ["+", "insert above"],
        ["F2", "change"],
        ["Alt ↑ ↓", "move"],
        ["Delete", "remove; an item out of sight is shown first"],
        ["Ctrl Z", "undo the last entry"],
      ],
    },
    {
      screen: "Announcer",
      keys: [
        ["Space", "next name"],
        ["Backspace", "hide the name again"],
        ["← →", "another segment"],
        ["Esc", "leave"],
      ],
    },
  ] as const satisfies readonly ScreenKeys[],
};
