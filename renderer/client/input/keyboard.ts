/** Whether this desk has a keyboard and a mouse; on a tablet the focus would unfold the one on the screen. */
export const hasKeyboard = (): boolean => matchMedia("(hover: hover) and (pointer: fine)").matches;
