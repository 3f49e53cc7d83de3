/** How much is played until a checkpoint is due, a line being one: what a past moment costs beside its checkpoint. */
const LEAST = 4000;

/** A checkpoint looks at all pods, and is read before a line of what follows is: of many it is due later, so that it stays a share of what is told, and of what a past moment takes. */
const PODS_A_LINE = 15;

/** How much is played until a checkpoint of so many pods is due. */
export const checkpointCost = (pods: number): number => Math.max(LEAST, Math.round(pods / PODS_A_LINE));
