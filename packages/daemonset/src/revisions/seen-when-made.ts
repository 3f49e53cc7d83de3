/** A revision seen within this time after its creation counts as seen at its creation. */
const SEEN_WITHIN_MS = 30_000;

/** Reports whether a revision was seen at its creation; an older one has an earlier history. Clocks differ, so a
 *  creation in the future counts as now. */
export const wasSeenAtCreation = (createdAtMs: number, seenAtMs: number): boolean => seenAtMs - createdAtMs <= SEEN_WITHIN_MS;
