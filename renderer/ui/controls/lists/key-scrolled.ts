/**
 * For an area that scrolls and has nothing in it to press: it takes the focus itself, so that the arrow keys scroll it.
 * Browsers differ in whether they give it the focus on their own.
 */
export const keyScrolled = { tabIndex: 0 } as const;
