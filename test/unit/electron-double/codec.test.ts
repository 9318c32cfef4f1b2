import fc from "fast-check";
import { expect, test } from "vitest";
import { createCodec } from "#test/support/electron-double/codec.ts";

const codec = createCodec();

const cloneable = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, maxDepth: 1 }),
    fc.uint8Array(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("what crosses arrives as a structured clone of it would", () => {
  fc.assert(
    fc.property(cloneable, (value) => {
      const sent = structuredClone(value);
      expect(codec.decode(codec.encode(sent))).toEqual(sent);
    }),
    { examples: [[new Map([[new Date(NaN), 0n]])], [[new Date(NaN)]]] },
  );
});

test("what cannot be cloned is refused in Electron's words", () => {
  for (const value of [() => 1, { deep: [Symbol("x")] }, Promise.resolve(1), new WeakMap()]) {
    expect(() => codec.encode(value)).toThrow("An object could not be cloned.");
  }
});
