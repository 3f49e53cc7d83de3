import { humanDuration } from "@daemonscope/kube/human-duration";

/** A time that has passed, or is left, as kubectl writes ages; none is below 0, whatever two clocks say. */
export const ageText = (ms: number): string => humanDuration(Math.max(0, ms));
