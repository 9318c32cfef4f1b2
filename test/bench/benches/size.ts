import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Bench } from "../race.ts";

const assets = new URL("../../../out/renderer/assets/", import.meta.url);

/** The bytes that a browser transfers before it can draw, compressed as the server sends them. */
export const size: Bench = async () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  if (scripts.length === 0) throw new Error("The renderer is not built.");
  const bytes = scripts.reduce(
    (sum, name) => sum + gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length,
    0,
  );
  return [
    {
      bench: "size",
      what: "renderer's JavaScript, gzip",
      value: bytes / 1000,
      unit: "kB",
      limit: { value: 400 },
      note: `${scripts.length} files`,
    },
  ];
};
