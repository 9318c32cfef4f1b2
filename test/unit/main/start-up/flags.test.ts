import { expect, test, vi } from "vitest";
import { splitArguments } from "#main/start-up/command-line.ts";
import { readFlags } from "#main/start-up/flags.ts";
import { readFlags as readStationFlags } from "#station/flags.ts";

const usual = "/home/ana/.local/share/Chute";

/** Catches what is printed, and returns what was read. */
function read(...own: string[]) {
  const printed = { out: "", err: "" };
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.out += String(text);
    return true;
  });
  const err = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    printed.err += String(text);
    return true;
  });
  try {
    return { ...readFlags(own, "1.2.3", usual), ...printed };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

test("both hosts understand the shared flags, in the same words", () => {
  const shared = ["--data-dir", "/race", "--practice", "--restore-backup", "--start-empty"];
  const key = ["--api-url", "https://api.example", "--api-key-file", "/key"];
  const flags = {
    dataDir: "/race",
    practice: true,
    restoreBackup: true,
    startEmpty: true,
    apiUrl: "https://api.example",
    apiKeyFile: "/key",
    journalMirror: "/stick",
  };
  const all = [...shared, ...key, "--journal-mirror", "/stick"];
  expect(read(...all)).toMatchObject({ flags });
  expect(readStationFlags(all, "1.2.3", usual)).toMatchObject({ flags });
});

test("without flags nothing is said, and the desktop opens the folder of last time", () => {
  expect(read()).toEqual({ flags: {}, out: "", err: "" });
  expect(readStationFlags([], "1.2.3", usual)).toMatchObject({ flags: { dataDir: usual } });
});

test("help and version are printed and end the program with 0", () => {
  const help = read("--help");
  expect(help).toMatchObject({ exitCode: 0, err: "" });
  for (const flag of [
    "--data-dir <folder>",
    "--practice",
    "--restore-backup",
    "--journal-mirror <folder>",
  ]) {
    expect(help.out).toContain(flag);
  }
  expect(help.out).toContain(usual);
  expect(read("--version")).toEqual({ exitCode: 0, out: "1.2.3\n", err: "" });
});

test("a flag that makes no sense ends the program with 2 and a sentence", () => {
  for (const own of [
    ["--nonsense"],
    ["extra"],
    ["--data-dir"],
    ["--journal-mirror"],
    ["--port", "4180"],
  ]) {
    expect(read(...own), own.join(" ")).toMatchObject({
      exitCode: 2,
      out: "",
      err: expect.stringContaining("error:"),
    });
  }
});

test("the program's own place is no flag, packaged or not", () => {
  const own = ["--data-dir", "/race"];
  expect(splitArguments(["/opt/chute/chute", ...own], true)).toEqual({ runtime: [], own });
  expect(splitArguments(["/usr/bin/electron", "/src/chute", ...own], false)).toEqual({
    runtime: ["/src/chute"],
    own,
  });
  expect(splitArguments(["electron", "--inspect=9229", "/src/chute", "--practice"], false)).toEqual(
    { runtime: ["--inspect=9229", "/src/chute"], own: ["--practice"] },
  );
});

test("switches of the runtime are left to it", () => {
  const switches = [
    "-psn_0_12345",
    "--inspect",
    "--inspect-brk=9229",
    "--no-sandbox",
    "--enable-logging",
    "--enable-features=WaylandWindowDecorations",
    "--disable-gpu",
    "--ozone-platform=wayland",
    "--remote-debugging-port=0",
    "--js-flags=--expose-gc",
    "--lang=de",
    "--user-data-dir=/tmp/profile",
    "--allow-file-access-from-files",
    "--original-process-start-time=13376",
    "--updated",
    "--v=1",
  ];
  expect(splitArguments(["chute", ...switches, "--practice"], true)).toEqual({
    runtime: switches,
    own: ["--practice"],
  });
});

test("none of Chute's own flags is taken for the runtime's", () => {
  const own = [
    "--data-dir=/race",
    "--api-url=https://api.example",
    "--api-key-file=/key",
    "--practice",
    "--restore-backup",
    "--start-empty",
    "--journal-mirror=/stick",
    "--version",
    "--help",
    "-V",
    "-h",
  ];
  expect(splitArguments(["chute", ...own], true)).toEqual({ runtime: [], own });
});
