import type { notThere as source } from "../en/not-found.ts";
import type { Translated } from "../translated.ts";

export const notThere: Translated<typeof source> = {
  daemonSet: "没有名为“{{name}}”的 DaemonSet",
  node: "没有名为“{{name}}”的节点",
  page: "没有“{{name}}”这个页面",
  title: { daemonSet: "没有 DaemonSet“{{name}}”", node: "没有节点“{{name}}”", page: "没有页面“{{name}}”" },
  nothingLikeIt: "已被删除，或属于另一个集群。",
  didYouMean: "你要找的是不是：",
  ofEach: "它在每个 DaemonSet 自己的页面上：",
  all: { daemonSet: "全部 DaemonSet", node: "全部节点", page: "全部 DaemonSet" },
  readingNodes: "正在读取节点",
  needsAllNodes: "本页需要全部节点，读取完成后立即显示。",
};
