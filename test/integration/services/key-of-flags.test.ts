import { expect, test } from "vitest";
import { newCommandId, openTestCore } from "#test/support/test-core.ts";
import { createTinyPartner } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

test("K1 a retry of the command line's key does not replace the key that a person gave meanwhile", async () => {
  const partner = createTinyPartner(harbourRun);
  const keys: (string | null)[] = [];
  const desk = await openTestCore({
    ports: {
      fetch: (address, init) => {
        keys.push(new Headers(init?.headers).get("authorization"));
        const headers = { authorization: `Bearer ${partner.apiKey}` };
        return partner.fetch(address, { ...init, headers });
      },
    },
  });
  const connect = () => desk.core.connect(partner.baseUrl, "key-of-flags");
  partner.online = false;
  expect(await connect()).toMatchObject({ error: { code: "offline" } });
  partner.online = true;
  const given = { baseUrl: partner.baseUrl, apiKey: "key-of-a-person" };
  const saving = desk.call("connection.save", { commandId: newCommandId(), ...given });
  while (keys.at(-1)?.includes("key-of-a-person") !== true) await Promise.resolve();
  // The person's key is still being checked.
  expect(await connect()).toMatchObject({ error: { code: "key-replaced" } });
  expect(await saving).toMatchObject({ ok: true });
  await desk.value("event.refresh", { commandId: newCommandId() });
  expect(keys.at(-1)).toContain("key-of-a-person");
});
