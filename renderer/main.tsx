import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ClientProvider } from "./client/client-context.tsx";
import { openClient } from "./client/open-client.ts";
import { showTheme } from "./client/browser/theme.ts";
import { reportPageErrors } from "./client/browser/report-error.ts";
import { guardDoubleTaps } from "./client/input/double-tap.ts";
import { askBeforeUnload } from "./client/navigation/unsaved.ts";
import { App } from "./shell/app.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import "./ui/base.css";

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no root.");

const client = openClient();
reportPageErrors(client);
showTheme();
askBeforeUnload(window);
guardDoubleTaps(window);
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary client={client} screen="page" isPage>
      <ClientProvider client={client}>
        <App />
      </ClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);

// Loads all parts of the font at once. A part that loaded with the first name in its script would redraw the page.
addEventListener("load", () => {
  for (const part of document.fonts) void part.load();
});
