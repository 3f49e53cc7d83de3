import type { DaemonSetView } from "./url.ts";

/** Returns the view of a container's logs, or of its previous run, on the page of the DaemonSet. */
export const logsView = (set: DaemonSetView, pod: string, container?: string, previous = false): DaemonSetView => ({
  ...set,
  section: "logs",
  at: { pod, ...(container === undefined ? {} : { container }), ...(previous ? { previous: "true" } : {}) },
});

export const yamlView = (set: DaemonSetView, pod: string): DaemonSetView => ({ ...set, section: "yaml", at: { pod } });
