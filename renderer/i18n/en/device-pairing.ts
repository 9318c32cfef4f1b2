/** Texts of device pairing. */
export const pairing = {
  "link-refused": {
    title: "This link is no longer good",
    text: "A link lets one browser in, within a minute. Press Enter where Chute was started for a new link.",
  },
  "session-ended": {
    title: "This browser was signed out",
    text: "Chute was restarted, was not used here for 12 hours, or you signed out. Press Enter where it was started for a new link.",
  },
  "access-taken": {
    title: "This device has no access any more",
    text: (hub: string | null): string =>
      `The owner of ${hub ?? "the hub"} took its access away. With a new code from there it has access again.`,
  },
  "in-practice": {
    title: "The hub is in practice",
    text: "This device practises too, with a code that the hub shows now. After practice it then needs a new code for the race.",
  },
  "unknown-device": {
    title: "The computer does not know this device now",
    text: "It may have opened another data folder, ended practice, gone back to a backup, or been erased. When it opens the folder that knows this device, this page comes back by itself. Else pair it again.",
  },
  back: "Back",
  title: "Pair this device",
  lead: "This device needs a code from the computer that runs Chute.",
  how: "On the computer that runs Chute open Settings, Desks, and press “Show a code”. It is good for ten minutes.",
  here: "If Chute runs on this computer, use its window, or press Enter where it was started: that link needs no code.",
  code: "Code",
  fromLink: "Read from the link.",
  deviceName: "Name of this device",
  deviceNameHint: "shown on the computer",
  phoneName: "Phone",
  tabletName: "Tablet",
  pair: "Pair",
  pairing: "Pairing",
  typeCode: "Type the code",
  wrongCode: "This code is not the one shown, or its ten minutes are over.",
  nameTaken:
    "Another desk has this name or one that looks like it. Choose another; the code is still good.",
  invalidName: "The computer does not take this name. Choose one of letters and digits.",
  notSaved: "The computer cannot save this device: its disk takes nothing. The code is still good.",
  refused: "The computer refused this device. Type the address that it shows, then the code.",
  tooMany: "Too many wrong codes. Wait a minute, then type the code that the computer shows then.",
  transportDown: "The computer does not answer. Is this device in the same network?",
};
