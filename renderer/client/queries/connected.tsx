import { createContext, useContext } from "react";
import type { ReactNode } from "react";

const ConnectedContext = createContext(true);

export interface ConnectedProviderProps {
  readonly isConnected: boolean;
  readonly children: ReactNode;
}

export function ConnectedProvider({ isConnected, children }: ConnectedProviderProps) {
  return <ConnectedContext value={isConnected}>{children}</ConnectedContext>;
}

/**
 * Whether the program behind this screen answers. While it does not, buttons of commands are disabled and say why, because
 * a command that is pressed then is not sent (M14).
 */
export const useIsConnected = (): boolean => useContext(ConnectedContext);
