/** Texts of scanning with a camera. */
export const camera = {
  title: "Scan with the camera",
  opening: "Opening the camera",
  aim: "Hold the code in the frame.",
  picture: "What the camera sees",
  which: "Camera",
  unnamed: (number: number): string => `Camera ${number}`,
  lightOn: "Light on",
  lightOff: "Light off",
  tryAgain: "Try again",
  scanner: "A scanner that types works here too, and so do the bib and the name.",
  problem: {
    "not-secure": {
      title: "No camera on this page",
      text: "Browsers open a camera only for a page with https, or on the computer that runs Chute. This device reads Chute over plain http.",
    },
    "no-camera": {
      title: "No camera found",
      text: "Plug one in or switch it on, then try again.",
    },
    denied: {
      title: "The camera is not allowed",
      text: "Press the camera or lock sign beside the address and allow the camera for this page. If it is allowed there, look in the privacy settings of this device. Then try again.",
    },
    "in-use": {
      title: "The camera did not start",
      text: "Another program may be using it. Close that program, then try again.",
    },
    "no-reader": {
      title: "The reader did not load",
      text: "Look whether this device still reaches the computer that runs Chute, then try again.",
    },
  },
};
