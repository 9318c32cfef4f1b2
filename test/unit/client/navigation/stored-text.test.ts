import { afterEach, expect, test, vi } from "vitest";
import { clearStoredTexts } from "#renderer/client/navigation/stored-text.ts";
import { createAccessStore } from "#renderer/client/transport/access-store.ts";
import { showTheme } from "#renderer/shell/theme.ts";

/** A storage of a browser: its own keys are those of the stored texts. */
const memoryStorage = (): Storage =>
  Object.create({
    getItem(key: string) {
      return Object.hasOwn(this, key) ? (this as Record<string, unknown>)[key] : null;
    },
    setItem(key: string, text: string) {
      (this as Record<string, unknown>)[key] = text;
    },
    removeItem(key: string) {
      delete (this as Record<string, unknown>)[key];
    },
  }) as Storage;

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
