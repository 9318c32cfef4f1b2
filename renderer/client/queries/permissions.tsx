import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import type { ProcedureName } from "#shared/contract/index.ts";

const ForbiddenContext = createContext<readonly string[]>([]);

export interface ForbiddenProviderProps {
  /** The procedures that this window may not call (`desk.get`). */
  readonly forbidden: readonly string[];
  readonly children: ReactNode;
}

export function ForbiddenProvider({ forbidden, children }: ForbiddenProviderProps) {
  return <ForbiddenContext value={forbidden}>{children}</ForbiddenContext>;
}

/**
 * Whether this window may call a procedure: a paired device may not call the owner's procedures. A screen leaves out the
 * buttons of forbidden procedures.
 */
export function useMay(name: ProcedureName): boolean {
  return !useContext(ForbiddenContext).includes(name);
}
