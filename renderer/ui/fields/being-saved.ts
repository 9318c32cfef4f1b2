import { createContext } from "react";

/**
 * True while the form around a field is being saved. The field then takes no keys: the form closes with the reply, and
 * what was typed after the press would be lost with it (U2).
 */
export const BeingSaved = createContext(false);
