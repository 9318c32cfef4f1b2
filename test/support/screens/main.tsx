import { createRoot } from "react-dom/client";
import { ClientProvider } from "#renderer/client/client-context.tsx";
import { createClient } from "#renderer/client/client.ts";
import { App } from "#renderer/shell/app.tsx";
import "#renderer/ui/base.css";
import { bannersRise, withBanners } from "./banners.ts";
import { createFakeTransport } from "./fake-transport.ts";
import { connectionLost } from "./no-connection-scenes.ts";
import { scenes } from "./scenes.ts";

/** Shows the screens with made-up answers: `?scene=sync`. */
const asked = new URLSearchParams(location.search);
const scene = scenes[asked.get("scene") ?? "sync"] ?? scenes["sync"];
const place = document.querySelector("#root");
if (scene === undefined || place === null) throw new Error("no such scene");
// Removes what another scene left in this window.
sessionStorage.clear();
localStorage.clear();
for (const [key, value] of Object.entries(scene.kept ?? {})) localStorage.setItem(key, value);
location.hash = scene.hash;
// The calls of the screens in order; tests read them from the page.
const keepCall = (name: string): void => {
  const { dataset } = document.documentElement;
  dataset["calls"] = `${dataset["calls"] ?? ""} ${name}`;
};
const transport = createFakeTransport(scene, keepCall);
window.addEventListener(bannersRise, () => transport.show(withBanners(scene)));
window.addEventListener(connectionLost, () => transport.lose());
createRoot(place).render(
  <ClientProvider client={createClient(transport)}>
    <App />
  </ClientProvider>,
);
