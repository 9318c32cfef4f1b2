import { expect, test, vi } from "vitest";
import { readFlags } from "#station/flags.ts";

test("S7 the help says when the session for scripts ends", () => {
  let printed = "";
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    readFlags(["--help"], "1.2.3", "/data");
  } finally {
    out.mockRestore();
  }
  const help = printed.replaceAll(/\s+/g, " ");
  expect(help).toContain(
    'ends with the station, after 12 hours without a call, and at "Sign out everywhere"',
  );
});
