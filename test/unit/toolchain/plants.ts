/** One deliberate violation in a file of its own. */
export interface Plant {
  readonly rule: string;
  readonly path: string;
  readonly text: string;
}

const imports = (path: string, specifier: string, kind = ""): Plant => ({
  rule: "eslint(no-restricted-imports)",
  path,
  text: `import ${kind}{ canary } from "${specifier}";\nexport { canary };\n`,
});
const typeImports = (path: string, specifier: string): Plant => ({
  rule: "eslint(no-restricted-imports)",
  path,
  text: `import type { Canary } from "${specifier}";\nexport const canary = (value: Canary): Canary => value;\n`,
});
const uses = (path: string, rule: string, expression: string): Plant => ({
  rule,
  path,
  text: `export const canary = (): unknown => ${expression};\n`,
});

/** One violation for each row of the table of allowed imports, and for APIs that only some folders may use. */
export const lintPlants: readonly Plant[] = [
  imports("shared/domain/canary-hono.ts", "hono"),
  imports("shared/domain/canary-partner-api.ts", "#shared/partner-api/event.ts"),
  typeImports("shared/domain/canary-contract.ts", "../contract/events.ts"),
  imports("shared/contract/canary-core.ts", "#core/core.ts"),
  imports("shared/contract/canary-hono.ts", "hono"),
  imports("shared/partner-api/canary-node.ts", "node:fs"),
  imports("electron/core/canary-electron.ts", "electron"),
  imports("electron/core/canary-sqlite.ts", "better-sqlite3"),
  imports("electron/core/services/canary-sqlite.ts", "better-sqlite3"),
  imports("electron/core/services/canary-partner.ts", "#core/partner/client.ts"),
  imports("electron/core/services/canary-sync.ts", "../sync/sync.ts"),
  imports("electron/core/sync/canary-desk.ts", "../services/services.ts"),
  imports("electron/core/sync/canary-core.ts", "../core.ts"),
  imports("electron/core/db/canary-partner.ts", "../partner/client.ts"),
  imports("electron/core/db/canary-sync.ts", "#core/sync/sync.ts"),
  typeImports("electron/core/partner/canary-db.ts", "../db/stores.ts"),
  imports("electron/partner-sandbox/canary-core.ts", "#core/core.ts"),
  imports("electron/station/canary-db.ts", "#core/db/open/open.ts"),
  imports("electron/station/canary-main.ts", "#main/windows/ipc-transport.ts"),
  imports("electron/station/canary-electron.ts", "electron"),
  imports("electron/main/canary-desk.ts", "#core/services/services.ts"),
  imports("electron/main/canary-renderer.ts", "#renderer/client/client.ts"),
  imports("electron/preload/canary-domain.ts", "#shared/domain/bibs/bib.ts"),
  imports("electron/preload/canary-node.ts", "node:fs"),
  imports("renderer/client/canary-core.ts", "#core/core.ts"),
  typeImports("renderer/ui/canary-core-type.ts", "#core/core.ts"),
  imports("renderer/shell/canary-node.ts", "node:fs"),
  imports("renderer/ui/canary-feature.ts", "#renderer/features/sync/sync-screen.tsx"),
  imports("renderer/features/sync/canary-feature.ts", "../events/events-screen.tsx"),
  typeImports(
    "renderer/features/sync/canary-feature-type.ts",
    "#renderer/features/events/screen.ts",
  ),
  imports("renderer/features/sync/parts/canary-deep.ts", "../../events/events-screen.tsx"),
  imports(
    "renderer/features/podium/finish-log/entry/canary-deep.ts",
    "../../../events/events-screen.tsx",
  ),
  imports("electron/core/services/canary-test.ts", "#test/support/clock.ts"),
  uses("electron/core/services/canary-fetch.ts", "eslint(no-restricted-globals)", 'fetch("x")'),
  uses("electron/station/canary-fetch.ts", "eslint(no-restricted-globals)", 'fetch("x")'),
  uses(
    "electron/core/sync/canary-fetch.ts",
    "eslint(no-restricted-properties)",
    "globalThis.fetch",
  ),
  uses("shared/domain/canary-now.ts", "eslint(no-restricted-properties)", "Date.now()"),
  uses("shared/domain/canary-random.ts", "eslint(no-restricted-properties)", "Math.random()"),
  uses("electron/core/services/canary-now.ts", "eslint(no-restricted-properties)", "Date.now()"),
  uses("electron/core/services/canary-console.ts", "eslint(no-console)", 'console.log("x")'),
  {
    rule: "typescript(no-floating-promises)",
    path: "electron/core/services/canary-floating.ts",
    text: "export function canary(): void {\n  Promise.resolve(1);\n}\n",
  },
  {
    rule: "typescript(no-misused-promises)",
    path: "electron/core/services/canary-misused.ts",
    text: "export const canary = (list: string[]): void => list.forEach(async (one) => void (await one));\n",
  },
  {
    rule: "typescript(no-explicit-any)",
    path: "renderer/ui/canary-any.ts",
    text: "export const canary = (value: any): unknown => value;\n",
  },
  {
    rule: "typescript(ban-ts-comment)",
    path: "renderer/ui/canary-ignore.ts",
    text: "// @ts-ignore\nexport const canary: number = 1;\n",
  },
  {
    rule: "typescript(consistent-type-imports)",
    path: "renderer/ui/canary-type.ts",
    text: 'import { Canary } from "./any.ts";\nexport const canary = (value: Canary): Canary => value;\n',
  },
  {
    rule: "import(no-cycle)",
    path: "shared/domain/canary-cycle-a.ts",
    text: 'import type { B } from "./canary-cycle-b.ts";\nexport interface A {\n  readonly b: B | null;\n}\n',
  },
  {
    rule: "import(no-cycle)",
    path: "shared/domain/canary-cycle-b.ts",
    text: 'import type { A } from "./canary-cycle-a.ts";\nexport interface B {\n  readonly a: A | null;\n}\n',
  },
  {
    rule: "oxc(no-barrel-file)",
    path: "renderer/ui/canary-barrel.ts",
    text: 'export * from "./button.tsx";\n',
  },
  {
    rule: "eslint(max-lines)",
    path: "renderer/ui/canary-long.ts",
    text: `export {};\n${"// a line\n".repeat(400)}`,
  },
  {
    rule: "eslint(max-lines-per-function)",
    path: "shared/domain/canary-long-function.ts",
    text: `export function canary(): number[] {\n  const all: number[] = [];\n${"  all.push(1);\n".repeat(78)}  return all;\n}\n`,
  },
];

/** Violations that the compiler finds: APIs that a runtime does not have, and imports from another runtime. */
export const typePlants: readonly Plant[] = [
  uses("shared/domain/canary-dom.ts", "TS2584", "document.title"),
  uses("shared/domain/canary-node.ts", "TS2591", "process.pid"),
  uses("electron/core/services/canary-dom.ts", "TS2584", "document.title"),
  uses("renderer/ui/canary-node.ts", "TS2591", "process.pid"),
  {
    rule: "TS6307",
    path: "electron/preload/canary-floor.ts",
    text: 'export type { Clock } from "../core/ports.ts";\n',
  },
  {
    rule: "TS1294",
    path: "shared/domain/canary-enum.ts",
    text: "export enum Canary {\n  Yes,\n}\n",
  },
  {
    rule: "TS2412",
    path: "shared/domain/canary-optional.ts",
    text: "export const canary: { one?: string } = {};\ncanary.one = undefined;\n",
  },
  {
    rule: "TS2532",
    path: "shared/domain/canary-index.ts",
    text: "export const canary = (list: string[]): number => list[0].length;\n",
  },
];
