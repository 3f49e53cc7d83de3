import type { DaemonSetView } from "./url.ts";

/** What a container of a pod writes, or wrote before it was started again: its DaemonSet reads it. */
export const logsView = (set: DaemonSetView, pod: string, container?: string, previous = false): DaemonSetView => ({
  ...set,
  section: "logs",
  at: { pod, ...(container === undefined ? {} : { container }), ...(previous ? { previous: "true" } : {}) },
});

/** The YAML of a pod. */
export const yamlView = (set: DaemonSetView, pod: string): DaemonSetView => ({ ...set, section: "yaml", at: { pod } });
