import { expect, test, vi } from "vitest";
import { readFlags as readDesktopFlags } from "#main/start-up/flags.ts";
import { readFlags as readStationFlags } from "#station/flags.ts";

const script = new URL("../../../resources/setup/desktop.mjs", import.meta.url).href;

interface Setup {
  openDesktop(node: string, flags: string[]): Promise<unknown>;
}

/** Every flag that the help text of a host names. */
function flagsOf(readHelp: () => unknown): string[] {
  let text = "";
  const out = vi.spyOn(process.stdout, "write").mockImplementation((said) => {
    text += String(said);
    return true;
  });
  try {
    readHelp();
  } finally {
    out.mockRestore();
  }
  return [...text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = ""]) => flag);
}

test("npm start: a flag that only the station has means the station", async () => {
  vi.stubEnv("DISPLAY", ":0");
  vi.stubEnv("CI", "");
  const { openDesktop } = (await import(script)) as Setup;
  const desktop = flagsOf(() => readDesktopFlags(["--help"], "1", "/race"));
  const station = flagsOf(() => readStationFlags(["--help"], "1", "/race"));
  expect(station).toEqual(expect.arrayContaining(desktop));
  const alone = station.filter((flag) => !desktop.includes(flag));
  expect(alone).toEqual(["--port", "--host", "--no-open", "--json"]);
  for (const flag of [...alone, "--port=4180"]) {
    expect(await openDesktop(process.execPath, [flag])).toEqual({
      opened: false,
      why: `${flag.split("=")[0]} asks for the station.`,
      noDisplay: false,
    });
  }
  vi.unstubAllEnvs();
});
