import { useQuery } from "./use-query.ts";
import type { Query } from "./use-query.ts";

/** This desk: its settings, the event it works on, what program this is. */
export function useDesk(): Query<"desk.get"> {
  return useQuery("desk.get", {}, { topics: ["settings", "connection", "events", "devices"] });
}
