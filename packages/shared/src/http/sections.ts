/** Sections of a DaemonSet page, in tab order. The path of the first one has no section part. */
export const DAEMON_SET_SECTIONS = ["overview", "worklist", "changes", "events", "logs", "yaml", "reach", "actions"] as const;
export type DaemonSetSection = (typeof DAEMON_SET_SECTIONS)[number];

/** Sections of a node page. */
export const NODE_SECTIONS = ["overview", "events", "yaml", "actions"] as const;
export type NodeSection = (typeof NODE_SECTIONS)[number];
