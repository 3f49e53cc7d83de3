let last = 0;

/** A number that this page has not given out before, and larger: who comes back to a part of the page does not meet an answer that was kept under a number of another moment. */
export const nextVersion = (): number => ++last;
