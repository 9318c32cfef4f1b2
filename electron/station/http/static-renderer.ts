import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Hono } from "hono";
import type { StationEnv } from "./guard.ts";
import { refuse } from "./reply.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".wav": "audio/wav",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const compressible = /^(text|image\/svg|application\/(json|manifest|wasm))/;

/** Vite puts a content hash into these names. */
const hashed = /^\/assets\//;
const keepForever = "public, max-age=31536000, immutable";

interface RendererFile {
  readonly path: string;
  readonly type: string;
}

/**
 * Serves the built screens, which contain no data. Only files that exist when the station starts are served,
 * by their exact names: no request can name another path.
 */
export async function createStaticRenderer(folder: string): Promise<Hono<StationEnv>> {
  const files = await listFiles(folder);
  const bodies = new Map<string, Promise<RendererBody>>();
  return new Hono<StationEnv>().get("*", async (c) => {
    const name = c.req.path === "/" ? "/index.html" : c.req.path;
    const file = files.get(name);
    if (file === undefined) {
      return refuse(c, "not-found", "There is nothing at this address.");
    }
    const loading = bodies.get(name) ?? load(file);
    bodies.set(name, loading);
    // A disk that failed for a moment is asked again.
    loading.catch(() => bodies.delete(name));
    const { plain, zipped, tag } = await loading;
    c.header("Content-Type", file.type);
    c.header("Cache-Control", hashed.test(name) ? keepForever : "no-cache");
    c.header("ETag", tag);
    if (zipped !== null) c.header("Vary", "Accept-Encoding");
    if (c.req.header("if-none-match") === tag) return c.body(null, 304);
    if (zipped === null || !acceptsGzip(c.req.header("accept-encoding"))) return c.body(plain);
    c.header("Content-Encoding", "gzip");
    return c.body(zipped);
  });
}

interface RendererBody {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly zipped: Uint8Array<ArrayBuffer> | null;
  readonly tag: string;
}

async function load({ path, type }: RendererFile): Promise<RendererBody> {
  const plain = new Uint8Array(await readFile(path));
  const tag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const zipped = compressible.test(type) ? new Uint8Array(await promisify(gzip)(plain)) : null;
  return { plain, zipped, tag };
}

const acceptsGzip = (header: string | undefined): boolean => /\bgzip\b/.test(header ?? "");

async function listFiles(folder: string): Promise<ReadonlyMap<string, RendererFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = `/${relative(folder, path).split(sep).join("/")}`;
        return [name, { path, type: types[extname(name)] ?? "application/octet-stream" }];
      }),
  );
}
