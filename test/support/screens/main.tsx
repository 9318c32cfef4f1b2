import { createRoot } from "react-dom/client";
import { ClientProvider } from "#renderer/client/client-context.tsx";
import { createClient } from "#renderer/client/client.ts";
import { App } from "#renderer/shell/app.tsx";
import "#renderer/ui/base.css";
import { createFakeWire } from "./fake-wire.ts";
import { scenes } from "./scenes.ts";

/** Shows the screens with made-up answers: `?scene=sync&theme=dark`. For pictures and for looking. */
const asked = new URLSearchParams(location.search);
const scene = scenes[asked.get("scene") ?? "sync"] ?? scenes["sync"];
const theme = asked.get("theme") === "dark" ? "dark" : "light";
const place = document.querySelector("#root");
if (scene === undefined || place === null) throw new Error("no such scene");
location.hash = scene.hash;
createRoot(place).render(
  <ClientProvider client={createClient(createFakeWire(scene, theme))}>
    <App />
  </ClientProvider>,
);
