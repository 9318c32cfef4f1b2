/** Texts of the desktop's own dialogs. */
export const windowMessages = {
  unsaved: {
    message: "Something on this screen is not saved yet.",
    detail: "If it is closed now, what was typed and not saved is lost. Everything saved is safe.",
    stay: "Stay",
    leave: "Close without saving",
  },
  crashed: {
    message: "The screen stopped several times.",
    detail:
      "Everything that was saved is safe on this computer, and what waits is still being sent. If loading it again does not help, close Chute and start it again.",
    again: "Load again",
    quit: "Close Chute",
  },
  hangs: {
    message: "The screen does not answer.",
    detail:
      "Everything that was saved is safe on this computer. Loading the screen again takes a second.",
    wait: "Wait",
    again: "Load again",
  },
} as const;
