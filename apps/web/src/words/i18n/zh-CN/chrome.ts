import type { chrome as source } from "../en/chrome.ts";
import type { Translated } from "../translated.ts";

export const chrome: Translated<typeof source> = {
  home: "Daemonscope，全部 DaemonSet",
  whereYouAre: "当前位置",
  pages: "页面",
  clusters: "集群",
  tabs: { daemonSets: "DaemonSet", nodes: "节点", taints: "污点", labels: "标签", whatIf: "假设推演", events: "事件" },
  was: "此前：{{word}}",
  verdict: "结论",
  loading: "正在加载…",
  connecting: "正在连接",
  nodes: "节点",
  filterDaemonSets: "筛选名称、状态、Pod",
  filterNodes: "筛选节点、标签",
  freshness: "数据时效：{{kind}}",
  theme: "主题：{{choice}}",
  copied: "已复制：{{text}}",
  notCopied: "浏览器不允许复制；请选中文字后手动复制",
  language: "语言",
  whatIf: "假设推演…",
  actions: "可以做什么",
  export: "导出…",
};
