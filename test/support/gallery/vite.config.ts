import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** The page of the gallery, which is never shipped. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react()],
  cacheDir: fileURLToPath(new URL("../../../node_modules/.cache/gallery", import.meta.url)),
  build: {
    outDir: fileURLToPath(new URL("../../../node_modules/.cache/gallery-out", import.meta.url)),
    emptyOutDir: true,
  },
});
