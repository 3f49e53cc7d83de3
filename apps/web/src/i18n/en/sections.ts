/** Tabs of the DaemonSet and the node pages, and what all sections say. */
export const sections = {
  label: "Sections",
  overview: "Overview",
  changes: "What changed",
  reach: "Networking",
  events: "Events",
  logs: "Logs",
  yaml: "YAML",
  worklist: "Worklist",
  actions: "Actions",
  loading: "Loading this section",
  readAt: "read at",
  noServer: "The server could not be asked.",
  nearest: "Did you mean:",
  pod: "Pod",
  podPage: "Its page",
  podOrNode: "{{none}}; or type a pod or a node",
} as const;
