import { createRoot } from "react-dom/client";
import "#renderer/ui/base.css";
import { Gallery } from "./gallery.tsx";

const query = new URLSearchParams(location.search);
const theme = query.get("theme") === "dark" ? "dark" : "light";
document.documentElement.dataset["theme"] = theme;

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no root.");
createRoot(root).render(<Gallery theme={theme} />);
