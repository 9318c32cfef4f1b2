/** Turns a value into text and back. Functions and promises are replaced as both ends agree. */
export interface Codec {
  encode(value: unknown, replace?: (value: object) => unknown[] | null): string;
  decode(text: string, fetch?: (tagged: readonly unknown[]) => unknown): unknown;
}

/**
 * Encodes the values that a structured clone keeps as text, because a binding of the browser's debugger carries only
 * text. It has no import, because its source also runs in the page. Throws an `Error` with Electron's message,
 * for a value that cannot be cloned.
 */
export function createCodec(): Codec {
  const base64 = (bytes: Uint8Array): string => {
    let text = "";
    for (const byte of bytes) text += String.fromCodePoint(byte);
    return btoa(text);
  };
  const fromBase64 = (text: string): Uint8Array =>
    Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
  const refuse = (): never => {
    throw new Error("An object could not be cloned.");
  };

  function pack(value: unknown, replace: (value: object) => unknown[] | null): unknown {
    if (value === undefined) return ["undefined"];
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0)))
      return ["number", Object.is(value, -0) ? "-0" : String(value)];
    if (typeof value === "bigint") return ["bigint", String(value)];
    if (typeof value === "symbol") return refuse();
    if (typeof value !== "object" && typeof value !== "function") return value;
    if (value === null) return null;
    const replaced = replace(value);
    if (replaced !== null) return replaced;
    if (typeof value === "function") return refuse();
    const each = (one: unknown): unknown => pack(one, replace);
    if (Array.isArray(value)) return ["array", ...Array.from(value, each)];
    if (value instanceof Date) return ["date", String(value.getTime())];
    if (value instanceof Map) return ["map", ...Array.from(value, ([k, v]) => [each(k), each(v)])];
    if (value instanceof Set) return ["set", ...Array.from(value, each)];
    if (value instanceof ArrayBuffer) return ["buffer", base64(new Uint8Array(value))];
    if (ArrayBuffer.isView(value)) {
      return ["bytes", base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))];
    }
    if (value instanceof Error) return ["error", value.name, value.message];
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) refuse();
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one)]));
  }

  function unpack(packed: unknown, fetch: (tagged: readonly unknown[]) => unknown): unknown {
    if (typeof packed !== "object" || packed === null) return packed;
    const each = (one: unknown): unknown => unpack(one, fetch);
    if (!Array.isArray(packed)) {
      return Object.fromEntries(Object.entries(packed).map(([key, one]) => [key, each(one)]));
    }
    const [tag, ...rest] = packed as [string, ...unknown[]];
    const [first, second] = rest;
    switch (tag) {
      case "undefined":
        return undefined;
      case "number":
        return Number(first);
      case "bigint":
        return BigInt(String(first));
      case "array":
        return rest.map(each);
      case "date":
        return new Date(Number(first));
      case "map":
        return new Map((rest as [unknown, unknown][]).map(([k, v]) => [each(k), each(v)]));
      case "set":
        return new Set(rest.map(each));
      case "buffer":
        return fromBase64(String(first)).buffer;
      case "bytes":
        return fromBase64(String(first));
      case "error":
        return Object.assign(new Error(String(second)), { name: String(first) });
      default:
        return fetch(packed);
    }
  }

  return {
    encode: (value, replace = () => null) => JSON.stringify(pack(value, replace)),
    decode: (text, fetch = refuse) => unpack(JSON.parse(text), fetch),
  };
}
