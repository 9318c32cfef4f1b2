/**
 * Props of a scroll area without focusable content. It takes the focus itself, so that the arrow keys scroll it; only some
 * browsers make scroll areas focusable by themselves.
 */
export const keyScrolled = { tabIndex: 0 } as const;
