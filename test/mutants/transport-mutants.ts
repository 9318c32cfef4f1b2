import type { Mutant } from "./mutant.ts";

const client = "electron/core/partner/client.ts";
const classify = "electron/core/partner/classify-response.ts";

/**
 * Faults in one exchange, with the partner API or between a browser and the station: what is sent, and what an answer
 * means.
 */
export const transportMutants: readonly Mutant[] = [
  {
    id: "O4-success-without-id",
    fault: "a 201 that names nothing counts as arrived",
    file: classify,
    find: '? { kind: "unknown-answer", status }\n    : { kind: "success"',
    replacement: '? { kind: "success", status, body: body.value, id: "" }\n    : { kind: "success"',
    tests: ["unit/partner/classify-response"],
  },
  {
    id: "O4-event-without-id",
    fault: "a created event is looked for under a registration's field, and never found",
    file: client,
    find: 'message.endpoint === "events.create" ? ("eventId" as const) : ("participantId" as const),',
    replacement: '"participantId" as const,',
    tests: ["integration/organizer/local-events"],
  },
  {
    id: "O5-follows-redirects",
    fault: "a redirect is followed, with the key",
    file: client,
    find: 'redirect: "manual",',
    replacement: 'redirect: "follow",',
    tests: ["integration/sync/outbox-answers"],
  },
  {
    id: "O5-portal-refuses",
    fault: "a captive portal's page under 404 is taken for the API's refusal",
    file: classify,
    find: 'if (exchange.body.kind === "html") return',
    replacement: 'if (exchange.body.kind === "html" && status < 400) return',
    tests: ["unit/partner/classify-response"],
  },
  {
    id: "O6-retry-after-ignored",
    fault: "Retry-After is not obeyed",
    file: client,
    find: "gate.close(outcome.retryAfterMs);",
    replacement: "gate.close(null);",
    tests: ["integration/sync/outbox-holds"],
  },
  {
    id: "O6-own-clock",
    fault: "a Retry-After date is measured against this computer's clock",
    file: "electron/core/partner/retry-after.ts",
    find: "(readHttpDate(date) ?? nowMs)",
    replacement: "Math.max(nowMs, readHttpDate(date) ?? 0)",
    tests: ["unit/partner/classify-response"],
  },
  {
    id: "O6-reads-first",
    fault: "behind a closed gate whoever came first goes first, also a read",
    file: "electron/core/partner/rate-gate.ts",
    find: 'const post = waiting.find(({ kind }) => kind === "post");',
    replacement: 'const post = waiting.slice(0, 1).find(({ kind }) => kind === "post");',
    tests: ["unit/partner/rate-gate"],
  },
  {
    id: "O7-uncoded-409-retried",
    fault: "a 409 without a code is taken for a request still in flight",
    file: classify,
    find: 'words.code === "IDEMPOTENCY_KEY_IN_PROGRESS"',
    replacement: 'words.code !== "CONFLICT"',
    tests: ["unit/partner/classify-response"],
  },
  {
    id: "K1-key-logged",
    fault: "the key stands in a log line",
    file: client,
    find: "      endpoint,\n      status,",
    replacement: "      endpoint,\n      headers,\n      status,",
    tests: ["integration/sync/connection"],
  },
  {
    id: "K1-key-repeated",
    fault: "a server that repeats the key in its answer is repeated",
    file: "electron/core/partner/read-body.ts",
    find: 'decoded.replaceAll(apiKey, "(key)")',
    replacement: "decoded",
    tests: ["integration/sync/connection"],
  },
  {
    id: "K2-nearly-loopback",
    fault: "http: to a computer that is merely called like this one gets the key",
    file: "electron/core/partner/base-address.ts",
    find: 'host.endsWith(".localhost")',
    replacement: 'host.includes("localhost")',
    tests: ["unit/partner/base-address"],
  },
  {
    id: "D9-picture-with-key",
    fault: "pictures are fetched with the key",
    file: "electron/core/sync/organizer/pictures.ts",
    find: "const outcome = await fetchImage(ports, { address, api }, closing);",
    replacement: `const { fingerprint = "" } = stores.credentials.current() ?? {};
      const apiKey = await ports.secrets.read(\`api-key.\${fingerprint}\`);
      const headers = { Authorization: \`Bearer \${apiKey}\` };
      const fetchWithKey: typeof ports.fetch = (input, init) =>
        ports.fetch(input, { ...init, headers });
      const outcome = await fetchImage(
        { ...ports, fetch: fetchWithKey },
        { address, api },
        closing,
      );`,
    tests: ["integration/organizer/images"],
  },
  {
    id: "D9-endless-picture",
    fault: "a picture that does not announce its size is read without end",
    file: "electron/core/partner/read-body.ts",
    find: "for (let size = 0; size <= mostBytes;)",
    replacement: "for (let size = 0; mostBytes >= 0;)",
    tests: ["integration/organizer/images"],
  },
  {
    id: "S1-late-refusal",
    fault: "the late refusal of a call from before the pairing takes the new access away",
    file: "renderer/client/transport/station-session.ts",
    find: "if (deviceSession === session) deviceSession = null;",
    replacement: "deviceSession = null;",
    tests: ["unit/client/transport/transports"],
  },
  {
    id: "S8-plain-from-network",
    fault: "a browser of the network is answered without TLS",
    file: "electron/station/http/listeners.ts",
    find: "return isLocal(socket) ? plain : redirecting;",
    replacement: "return plain;",
    tests: ["integration/station/listeners"],
  },
  {
    id: "S10-no-pace",
    fault: "a paired device reads a whole roster as fast as it likes",
    file: "electron/core/read-pace.ts",
    find: "reader.left -= 1;",
    replacement: "reader.left -= 0;",
    tests: ["integration/station/read-pace"],
  },
  {
    id: "O6-impatient",
    fault: "a person's question is given up at the first 429",
    file: "electron/core/sync/connection/waiting-client.ts",
    find: 'if (reply.outcome.kind !== "rate-limited" || stopped.aborted) return reply;',
    replacement: "return reply;",
    tests: ["integration/organizer/rate-limits"],
  },
];
