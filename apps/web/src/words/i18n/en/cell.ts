/** Content of a cell, by its cell variant. */
export const cell = {
  figures: {
    available: "available",
    old: "old",
    ready: "ready",
    starting: "starting",
    unscheduled: "pending",
    failing: "failing",
    missing: "no pod",
    terminating: "terminating",
    misscheduled: "misscheduled",
    leaving: "leaving",
    unknown: "unknown",
    excluded: "not eligible",
  },
} as const;
