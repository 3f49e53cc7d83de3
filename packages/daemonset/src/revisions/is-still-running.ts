import type { RevisionSummary } from "../records/records.ts";

/** Reports whether a node still runs an older revision. */
export const isStillRunning = ({ current, nodes }: Pick<RevisionSummary, "current" | "nodes">): boolean => !current && (nodes ?? 0) > 0;
