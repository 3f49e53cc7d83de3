/** Sections of a DaemonSet's page, in the order of their tabs. The first has no part in the path. */
export const DAEMON_SET_SECTIONS = ["overview", "worklist", "changes", "reach", "events", "logs", "yaml", "actions"] as const;
export type DaemonSetSection = (typeof DAEMON_SET_SECTIONS)[number];

/** Sections of a node's page. */
export const NODE_SECTIONS = ["overview", "events", "yaml", "actions"] as const;
export type NodeSection = (typeof NODE_SECTIONS)[number];
