import type { filter as source } from "../en/filter.ts";
import type { Translated } from "../translated.ts";

export const filter: Translated<typeof source> = {
  help: "正则表达式；前面加 ! 取反；-l 标签选择器；-f 按顺序匹配字母",
  pattern: "不是正则表达式：按字面查找",
  selector: "不是标签选择器：按字面查找",
  keptOf: "/ {{all, number}} 个符合“{{text}}”",
  notAllRead: "节点和 Pod 尚未全部读取",
  keptPods_other: "{{count, number}} 个 Pod",
  firstPods: "{{count, number}} 个 Pod 中的前 {{first, number}} 个",
  dimmed_other: "{{count, number}} 格变暗",
  nodesNamed_other: "没有 DaemonSet 匹配“{{text}}”，但有 {{count, number}} 个节点匹配：",
  allNodesNamed_other: "全部 {{count, number}} 个节点",
  noneLeft: "没有符合筛选条件的 DaemonSet",
};
