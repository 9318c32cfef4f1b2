import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import type { Client } from "./client.ts";

const ClientContext = createContext<Client | null>(null);

export interface ClientProviderProps {
  readonly client: Client;
  readonly children: ReactNode;
}

export function ClientProvider({ client, children }: ClientProviderProps) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** The client of this window. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error("useClient needs a ClientProvider above it");
  return client;
}
