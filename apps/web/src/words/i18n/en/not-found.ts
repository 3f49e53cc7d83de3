/** Links without a target. */
export const notThere = {
  daemonSet: "There is no DaemonSet “{{name}}”",
  node: "There is no node “{{name}}”",
  page: "There is no page “{{name}}”",
  title: { daemonSet: "No DaemonSet “{{name}}”", node: "No node “{{name}}”", page: "No page “{{name}}”" },
  nothingLikeIt: "Deleted, or from another cluster.",
  didYouMean: "Did you mean:",
  ofEach: "Each DaemonSet has this page:",
  all: { daemonSet: "All DaemonSets", node: "All nodes", page: "All DaemonSets" },
  readingNodes: "Reading the nodes",
  needsAllNodes: "This page needs all nodes. It appears when they are read.",
} as const;
