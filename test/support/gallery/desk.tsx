import { createRoot } from "react-dom/client";
import { ClientProvider } from "#renderer/client/client-context.tsx";
import { App } from "#renderer/shell/app.tsx";
import "#renderer/ui/base.css";
import { createPictureClient } from "./picture-client.ts";

/** The whole app over the people of the pictures: `?theme=dark&mode=practice&fails=disk-full`. */
const query = new URLSearchParams(location.search);
const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no root.");
createRoot(root).render(
  <ClientProvider
    client={createPictureClient({
      theme: query.get("theme") === "dark" ? "dark" : "light",
      mode: query.get("mode") === "practice" ? "practice" : "live",
      fails: query.get("fails"),
    })}
  >
    <App />
  </ClientProvider>,
);
