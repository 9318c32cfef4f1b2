import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "./processes/programs.ts";

export interface TreeCopy {
  readonly root: string;
  /** Writes a file of the copy; the path is relative to it. */
  plant(path: string, text: string): void;
  remove(): void;
}

const copied = [
  "electron",
  "renderer",
  "shared",
  "test",
  "resources",
  "package.json",
  "tsconfig.json",
  "electron.vite.config.ts",
  ".oxlintrc.json",
  ".oxfmtrc.json",
  ".knip.jsonc",
  ".lefthook.yml",
  ".gitignore",
];

/**
 * A copy of the sources with the configuration of every check and the same dependencies; a test may change any file of
 * it.
 */
export function copyTree(): TreeCopy {
  const root = mkdtempSync(join(tmpdir(), "chute-tree-"));
  // A test that runs a child process as another user needs a readable folder.
  chmodSync(root, 0o755);
  for (const path of copied) {
    cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  }
  // The packages are linked one by one, so that the tools' caches are separate from those of the checkout.
  mkdirSync(join(root, "node_modules"));
  for (const name of readdirSync(join(projectRoot, "node_modules"))) {
    if (name === ".cache") continue;
    symlinkSync(
      join(projectRoot, "node_modules", name),
      join(root, "node_modules", name),
      "junction",
    );
  }
  return {
    root,
    plant(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
