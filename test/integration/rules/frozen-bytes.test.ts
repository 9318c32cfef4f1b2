import { afterEach, expect, test } from "vitest";
import { errorAnswer, startScriptedServer } from "../../support/scripted-server.ts";
import { closeBenches, openBench, volunteer } from "../../support/sync-bench.ts";

afterEach(closeBenches);

test("O2 W3 a bib given between two tries changes nothing of what is sent", async () => {
  const server = await startScriptedServer();
  try {
    const bench = await openBench();
    await bench.sync.connection.save(server.url, "key-1");
    server.posts.push(errorAnswer(503, "BUSY"));
    const id = bench.saveWalkUp("evt_1", {
      eventRunId: "run_1",
      email: "zoe@example.org",
      registrationType: "free",
      notes: "bib 007",
    });
    await bench.runUntil(() => bench.sync.outbox.get(id)?.state === "waiting");
    const subject = bench.sync.outbox.get(id)?.subject ?? "";
    bench.db.transaction(() => {
      const payload = { bib: "8", previousBib: "007" };
      bench.stores.journal.append({
        kind: "bib.given",
        payload,
        eventId: "evt_1",
        subject,
        ...volunteer,
      });
      bench.stores.runners.refresh("evt_1", subject);
    });
    expect(bench.stores.runners.get("evt_1", subject)).toMatchObject({ bib: "8" });
    await bench.runUntil(() => bench.sync.outbox.get(id)?.state === "done");

    const [first, second] = server.seen.filter(({ method }) => method === "POST");
    expect(first?.body).toContain("bib 007");
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  } finally {
    await server.close();
  }
});
