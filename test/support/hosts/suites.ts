const onlyScreens = "it looks at one screen and its core, which are the same in both";

/** Suites in `test/e2e` that run on the station alone, and why. */
export const stationSuites: Readonly<Record<string, string>> = {
  arrivals: "the screens are the same in both, and fifty arrivals take a minute and a half",
  "arrivals-slow": "likewise, with a slower processor",
  camera: "a browser that plays a film in place of its camera, on tablets and without access",
  crash: "the station's process is killed again and again; the crash suite kills the core itself",
  "readme-pictures": "the pictures of the README are taken in a browser",
  scenes: "the screens stand in a browser of their own, with made-up answers and no host",
  "station-security": "tokens, pairing, origins and headers are the station's",
  "announce-names": onlyScreens,
  "check-in-alike": onlyScreens,
  "check-in-enter": onlyScreens,
  "correct-refused": onlyScreens,
  "finish-log-bibs": onlyScreens,
  "finish-log-times": onlyScreens,
  "first-error": onlyScreens,
  "podium-times": onlyScreens,
  "sync-room": onlyScreens,
  "walk-up-form": onlyScreens,
};
