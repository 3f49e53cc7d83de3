/**
 * The lowest replay cost at which a checkpoint is due. The replay cost of a moment is that of the lines since its
 * checkpoint. A line costs 1, and a tick the `TICK_COST` of LogWriter more.
 */
const MIN_COST = 4000;

/**
 * A checkpoint contains all pods, and a reader reads it before the lines that follow. With many pods it is due later,
 * so that checkpoints stay a fixed share of the log and of the time to read a past moment.
 */
const PODS_PER_LINE = 15;

/** Returns the replay cost at which a checkpoint of this number of pods is due. */
export const checkpointCost = (pods: number): number => Math.max(MIN_COST, Math.round(pods / PODS_PER_LINE));
