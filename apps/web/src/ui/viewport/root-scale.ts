const ROOT_PX = 16;

/** Returns the font size of the root relative to the ordinary 16 px. Wide screens and settings increase it. */
export const rootScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_PX;
