/** Tabs of the DaemonSet and the node pages, and what all sections say. */
export const sections = {
  label: "Sections",
  overview: "Overview",
  events: "Events",
  loading: "Loading this section",
  readAt: "read at",
  noServer: "The server could not be asked.",
} as const;
