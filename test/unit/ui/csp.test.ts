import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { contentSecurityPolicy, injectedStyleHashes } from "#shared/csp.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const library = `${modules}/react-aria/dist/private`;

/** The text that a source file assigns to `style.textContent`, as the browser gets it. */
function injectedStyle(file: string): string {
  const source = readFileSync(`${library}/${file}`, "utf8");
  const template = /style\.textContent = `([^`]*)`\.trim\(\)/.exec(source)?.[1];
  if (template === undefined) throw new Error(`${file} injects no style any more.`);
  const attribute = /PRESSABLE_ATTRIBUTE = ["']([a-z-]+)["']/.exec(source)?.[1] ?? "";
  return template.replaceAll(/\$\{[^}]+\}/g, attribute).trim();
}

const hashOf = (text: string): string =>
  `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Every module of the screens' libraries that creates a <style> element. */
function filesThatInject(): string[] {
  const roots = ["react-aria", "react-aria-components", "react-stately", "lucide-react"];
  return roots.flatMap((root) =>
    readdirSync(`${modules}/${root}/dist`, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".mjs"))
      .filter((file) =>
        /createElement\(['"]style['"]\)/.test(
          readFileSync(`${modules}/${root}/dist/${file}`, "utf8"),
        ),
      )
      .map((file) => `${root}/dist/${file}`),
  );
}

describe("S2 the content security policy", () => {
  test("S2 names the styles that React Aria injects by the hash of their text", () => {
    expect([
      hashOf(injectedStyle("interactions/usePress.mjs")),
      hashOf(injectedStyle("overlays/usePreventScroll.mjs")),
    ]).toEqual([...injectedStyleHashes]);
  });

  test("S2 knows every module that injects a style", () => {
    expect(filesThatInject().toSorted()).toEqual([
      "react-aria/dist/private/interactions/usePress.mjs",
      "react-aria/dist/private/overlays/usePreventScroll.mjs",
    ]);
  });

  test("S2 allows no remote origin, no inline script and no eval", () => {
    expect(contentSecurityPolicy).not.toMatch(/https?:|\*|'unsafe-inline'|'unsafe-eval'/);
    expect(contentSecurityPolicy).toContain("default-src 'self'");
    expect(contentSecurityPolicy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(contentSecurityPolicy).toContain("worker-src 'self'");
    expect(contentSecurityPolicy).toContain("media-src 'none'");
  });
});
