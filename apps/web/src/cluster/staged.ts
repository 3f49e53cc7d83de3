import type { ClusterIdentity } from "@daemonscope/shared/frame";

/** What a cluster is marked with that is not a real one as it is now; the same words in every language, for they stand in files and titles too. */
export function stagedWords({ simulated, recorded }: Pick<ClusterIdentity, "simulated" | "recorded">): readonly string[] {
  return [...(recorded === undefined ? [] : ["RECORDED"]), ...(simulated ? ["SIMULATED"] : [])];
}
