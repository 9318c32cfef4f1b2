import { errorAnswer, respond } from "#sandbox/http/answers.ts";
import type { SandboxApp } from "../env.ts";
import type { ImageKind } from "#sandbox/http/images.ts";
import { drawImage } from "#sandbox/http/images.ts";

/** GET /images/{id}-card.png and -cover.png: open to everyone, as hosted images are (X12). */
export function routeImages(app: SandboxApp): void {
  app.get("/images/:name", (c) => {
    const name = /^([0-9a-f]{24})-(card|cover)\.png$/.exec(c.req.param("name"));
    if (name === null) return respond(errorAnswer("NOT_FOUND", "Image not found."));
    const [, id = "", kind = "card"] = name;
    return new Response(new Uint8Array(drawImage(kind as ImageKind, id)), {
      headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" },
    });
  });
}
