/** Links without a target. */
export const notThere = {
  daemonSet: "There is no DaemonSet “{{name}}”",
  node: "There is no node “{{name}}”",
  page: "There is no page “{{name}}”",
  title: { daemonSet: "No DaemonSet “{{name}}”", node: "No node “{{name}}”", page: "No page “{{name}}”" },
  nothingLikeIt: "Nothing here has a name like it. It may have been deleted, or the link is of another cluster.",
  didYouMean: "Did you mean:",
  ofEach: "Each DaemonSet has it on its own page:",
  all: { daemonSet: "All DaemonSets", node: "All nodes", page: "All DaemonSets" },
  readingNodes: "Reading the nodes",
  needsAllNodes: "This page is made of all nodes. It is shown as soon as they are read.",
} as const;
