import { checkIn } from "./en/check-in.ts";
import { shell } from "./en/shell.ts";
import { ui } from "./en/ui.ts";

/** English. One file per feature; a text with a value in it is a function of that value. */
export const en = { ui, shell, checkIn };
