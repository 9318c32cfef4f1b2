import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { invalidationSchema } from "#shared/contract/invalidations.ts";
import { procedures, routerErrors } from "#shared/contract/index.ts";

const entries = Object.entries(procedures);

const asJson = (schema: z.ZodType, io: "input" | "output"): unknown =>
  z.toJSONSchema(schema, { io, unrepresentable: "throw" });

test("every procedure has a JSON Schema for what goes in and what comes out", () => {
  for (const [name, procedure] of entries) {
    expect(asJson(procedure.input, "input"), name).toMatchObject({ type: "object" });
    expect(asJson(procedure.output, "output"), name).toMatchObject({ type: "object" });
  }
});

test("J8 every command takes a commandId, no query does", () => {
  for (const [name, procedure] of entries) {
    const schema = asJson(procedure.input, "input") as { properties?: Record<string, unknown> };
    expect("commandId" in (schema.properties ?? {}), name).toBe(procedure.kind === "command");
  }
});

test("names read noun.verb, error codes are kebab-case and closed", () => {
  for (const [name, procedure] of entries) {
    expect(name).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
    expect(new Set<string>(procedure.errors).size, name).toBe(procedure.errors.length);
    for (const code of procedure.errors) {
      expect(code, name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(routerErrors, `${name} declares one of the router's own`).not.toContain(code);
    }
  }
});

test("K1 no procedure answers with anything called a key, a token or a secret of the partner API", () => {
  for (const [name, procedure] of entries) {
    const text = JSON.stringify(asJson(procedure.output, "output"));
    expect(text, name).not.toMatch(/"(apiKey|authorization|secret|session|launchCode)"/i);
  }
});

/**
 * A change of the contract is deliberate: whoever changes it also changes this hash in the same commit, and the commit
 * message says what screens and scripts will notice.
 */
test("the contract is the one that was agreed", () => {
  const shape = entries.map(([name, procedure]) => ({
    name,
    kind: procedure.kind,
    role: procedure.role,
    errors: procedure.errors,
    input: asJson(procedure.input, "input"),
    output: asJson(procedure.output, "output"),
  }));
  const hash = createHash("sha256")
    .update(JSON.stringify([shape, asJson(invalidationSchema, "output")]))
    .digest("hex");
  expect(hash.slice(0, 16)).toMatchInlineSnapshot(`"548f05d59a29dd28"`);
});
