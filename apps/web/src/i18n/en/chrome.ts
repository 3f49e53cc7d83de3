/** The frame around every page: the bar, the places to go, the language and the theme. */
export const chrome = {
  home: "Daemonscope, all DaemonSets",
  whereYouAre: "Where you are",
  pages: "Pages",
  tabs: { daemonSets: "DaemonSets", nodes: "Nodes", taints: "Taints", labels: "Labels", events: "Events" },
  was: "WAS {{word}}",
  verdict: "Verdict",
  loading: "Loading…",
  connecting: "connecting",
  nodes: "nodes",
  filterDaemonSets: "Filter DaemonSets",
  filterNodes: "Filter nodes, labels",
  freshness: "Freshness: {{kind}}",
  theme: "Theme: {{choice}}",
  copied: "Copied: {{text}}",
  notCopied: "The browser refused to copy; select the text instead",
  language: "Language",
} as const;
