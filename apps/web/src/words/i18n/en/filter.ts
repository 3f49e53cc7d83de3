/** The filter of the top bar. */
export const filter = {
  help: "A regular expression; ! before it keeps the rest; -l a label selector; -f letters in order",
  pattern: "Not a regular expression: searched for literally",
  selector: "Not a label selector: searched for literally",
  keptOf: "of {{all, number}} with “{{text}}”",
  notAllRead: "not all nodes and pods are read yet",
  keptPods_one: "{{count, number}} pod",
  keptPods_other: "{{count, number}} pods",
  firstPods: "first {{first, number}} of {{count, number}} pods",
  dimmed_one: "{{count, number}} cell dimmed",
  dimmed_other: "{{count, number}} cells dimmed",
  nodesNamed_one: "No DaemonSet matches “{{text}}”, but a node does:",
  nodesNamed_other: "No DaemonSet matches “{{text}}”, but {{count, number}} nodes do:",
  allNodesNamed_one: "the {{count, number}} node",
  allNodesNamed_other: "all {{count, number}} nodes",
  noneLeft: "No DaemonSet matches the filter",
} as const;
