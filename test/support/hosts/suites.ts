/** Suites in `test/e2e` that only a station can run, and why. */
export const stationSuites: Readonly<Record<string, string>> = {
  camera: "a browser that plays a film in place of its camera, on tablets and without access",
  crash: "the station's process is killed again and again; the crash suite kills the core itself",
  "readme-pictures": "the pictures of the README are taken in a browser",
  "station-security": "tokens, pairing, origins and headers are the station's",
};
