/** What is seen so soon after it was made, was seen when it was made. */
const SEEN_WITHIN_MS = 30_000;

/** Whether a revision was made when we saw it; one that is older then had a life before. Clocks differ, so one of the future counts as made now. */
export const isSeenWhenMade = (madeAtMs: number, seenAtMs: number): boolean => seenAtMs - madeAtMs <= SEEN_WITHIN_MS;
