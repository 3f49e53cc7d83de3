let last = 0;

/**
 * Returns a number that is larger than all earlier ones of this page. A part of the page that opens again thus never
 * gets a response that was cached for another moment.
 */
export const nextVersion = (): number => ++last;
