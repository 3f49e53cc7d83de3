import type { ClusterIdentity } from "@daemonscope/shared/state/frame";

/** Badges for simulated or recorded data. Not translated, because they also appear in files and titles. */
export function dataBadges({ simulated, recorded }: Pick<ClusterIdentity, "simulated" | "recorded">): readonly string[] {
  return [...(recorded === undefined ? [] : ["RECORDED"]), ...(simulated ? ["SIMULATED"] : [])];
}
