import { afterEach, expect, test, vi } from "vitest";
import { clearStoredTexts } from "#renderer/client/navigation/stored-text.ts";
import { createAccessStore } from "#renderer/client/transport/access-store.ts";
import { showTheme } from "#renderer/shell/theme.ts";
import { memoryStorage } from "#test/support/browser/memory-storage.ts";

afterEach(() => vi.unstubAllGlobals());

test("K4 a wipe removes what people typed, and keeps the access and the theme of the browser", () => {
  const local = memoryStorage();
  const session = memoryStorage();
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  const access = createAccessStore({
    local,
    location: { hash: "", pathname: "/", search: "" },
    history: { replaceState: () => {} },
    addEventListener: () => {},
  });
  access.keepDevice({ deviceId: "d1", token: "secret" });
  access.keepOwnerSession("session");
  showTheme("dark");
  const kept = Object.keys(local);
  local.setItem("chute.operators", "Rosa");
  session.setItem("chute.walk-up-draft live", "Amara Okafor");
  clearStoredTexts();
  expect(Object.keys(local)).toEqual(kept);
  expect(kept).toHaveLength(3);
  expect(Object.keys(session)).toEqual([]);
});
