/**
 * The least replay cost until a checkpoint is due. A line costs 1. The replay cost is what a past moment costs in
 * addition to its checkpoint.
 */
const LEAST = 4000;

/**
 * A checkpoint visits all pods, and a reader reads it before the lines that follow. With many pods it is due later, so
 * that it remains a fixed share of the log and of the time to read a past moment.
 */
const PODS_PER_LINE = 15;

/** Returns the replay cost at which a checkpoint of this number of pods is due. */
export const checkpointCost = (pods: number): number => Math.max(LEAST, Math.round(pods / PODS_PER_LINE));
