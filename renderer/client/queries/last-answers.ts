import type { Client } from "#renderer/client/client.ts";

/** As many as the screens of one desk show; a search of each typed letter counts as one. */
const mostAnswers = 400;

const answersByClient = new WeakMap<Client, Map<string, unknown>>();

/**
 * The last answer to each query of a window, by the query's name and input. A screen that is opened without a connection
 * shows them (M14); with a connection every query is sent. They are gone with the window, and when it loses its access.
 */
export function lastAnswers(client: Client): {
  get(query: string): unknown;
  put(query: string, answer: unknown): void;
} {
  const known = answersByClient.get(client);
  const answers = known ?? new Map<string, unknown>();
  if (known === undefined) {
    answersByClient.set(client, answers);
    client.transport.onState(() => {
      if (client.transport.state() === "locked") answers.clear();
    });
  }
  return {
    get: (query) => answers.get(query),
    put(query, answer) {
      answers.delete(query);
      answers.set(query, answer);
      const [oldest] = answers.keys();
      if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
    },
  };
}
