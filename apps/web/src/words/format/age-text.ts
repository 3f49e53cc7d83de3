import { humanDuration } from "@daemonscope/kube/values/human-duration";

/** Formats an elapsed or remaining time as kubectl formats ages. Never negative, because two clocks may differ. */
export const ageText = (ms: number): string => humanDuration(Math.max(0, ms));

/** The time since a moment; empty if the moment is unknown. */
export const ageSince = (sinceMs: number | undefined, nowMs: number): string => (sinceMs === undefined ? "" : ageText(nowMs - sinceMs));
