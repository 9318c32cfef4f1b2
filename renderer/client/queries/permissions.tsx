import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import type { ProcedureName } from "#shared/contract/index.ts";

const ForbiddenContext = createContext<readonly string[]>([]);

export interface ForbiddenProviderProps {
  /** From `desk.get`: what this window may not call. */
  readonly forbidden: readonly string[];
  readonly children: ReactNode;
}

export function ForbiddenProvider({ forbidden, children }: ForbiddenProviderProps) {
  return <ForbiddenContext value={forbidden}>{children}</ForbiddenContext>;
}

/**
 * Whether this window may call a procedure: a paired device may not call those of the owner. A screen leaves out every
 * button that would be refused.
 */
export function useMay(name: ProcedureName): boolean {
  return !useContext(ForbiddenContext).includes(name);
}
