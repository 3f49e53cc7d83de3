import { humanDuration } from "@daemonscope/kube/values/human-duration";

/** Formats an elapsed or remaining time as kubectl formats ages. Never negative, because two clocks may differ. */
export const ageText = (ms: number): string => humanDuration(Math.max(0, ms));
