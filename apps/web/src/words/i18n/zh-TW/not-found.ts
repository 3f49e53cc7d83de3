import type { notThere as source } from "../en/not-found.ts";
import type { Translated } from "../translated.ts";

export const notThere: Translated<typeof source> = {
  daemonSet: "沒有名為「{{name}}」的 DaemonSet",
  node: "沒有名為「{{name}}」的節點",
  page: "沒有「{{name}}」這個頁面",
  title: { daemonSet: "沒有 DaemonSet「{{name}}」", node: "沒有節點「{{name}}」", page: "沒有頁面「{{name}}」" },
  nothingLikeIt: "已被刪除，或屬於另一個叢集。",
  didYouMean: "你要找的是不是：",
  ofEach: "它在每個 DaemonSet 自己的頁面上：",
  all: { daemonSet: "全部 DaemonSet", node: "全部節點", page: "全部 DaemonSet" },
  readingNodes: "正在讀取節點",
  needsAllNodes: "本頁需要全部節點，讀取完成後立即顯示。",
};
