/** Tabs of the DaemonSet and node pages, and words that all sections share. */
export const sections = {
  label: "Sections",
  overview: "Overview",
  changes: "Changes",
  reach: "Network",
  events: "Events",
  logs: "Logs",
  yaml: "YAML",
  worklist: "Worklist",
  actions: "Action log",
  readAt: "updated",
  noServer: "The server could not be asked.",
  nearest: "Did you mean:",
  pod: "Pod",
  podPage: "Its page",
  podOrNode: "{{none}}; or type a pod or a node",
} as const;
