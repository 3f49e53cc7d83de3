/** What a cell shows, by its drawing. */
export const cell = {
  figures: {
    available: "available",
    old: "old",
    ready: "ready",
    starting: "starting",
    unscheduled: "pending",
    failing: "failing",
    missing: "missing",
    terminating: "terminating",
    misscheduled: "misscheduled",
    unknown: "unknown",
    excluded: "excluded",
  },
} as const;
