import type { nodes as source } from "../en/nodes.ts";
import type { Translated } from "../translated.ts";

export const nodes: Translated<typeof source> = {
  title: "节点",
  map_other: "{{count, number}} 个节点，每个显示其最差的 Pod",
  worstOf_other: "{{count, number}} 个 DaemonSet 中最差的状态",
  comma: "，",
  list: "{{lack}}：{{list}}",
  agent: "{{key}} {{word}}",
  moreAgents_other: "另有 {{count, number}} 个",
  wantsNone: "不需要代理程序",
  unread_other: "需要 {{count, number}} 个代理程序，未读取 Pod",
  lacksNone_other: "{{count, number}} 个代理程序齐全",
  lacksOf_other: "{{count, number}} 个代理程序缺 {{lacking, number}} 个",
  groupLacks_other: "{{count, number}} 个中 {{lacking, number}} 个缺代理程序",
  verdict: {
    lack_other: "{{count, number}} 个节点中 {{lacking, number}} 个缺代理程序",
    all_other: "{{count, number}} 个节点代理程序齐全",
    on_other: "{{key}} 缺在 {{count, number}} 个节点",
    more_other: "另有 {{count, number}} 个 DaemonSet",
    notReady_other: "{{count, number}} 个节点 NotReady",
    notReadyLacking_other: "{{all}}，其中 {{count, number}} 个缺代理程序",
    lackMeans: "DaemonSet 要在节点上放 Pod，而那里没有就绪且留下的 Pod，即为缺代理程序",
    unknown: "未知",
    nodesUnread: "未读取节点，无从判断",
    podsUnread: "未读取 Pod，节点的代理程序是否齐全未知",
    none: "没有节点",
    noneMeans: "集群没有节点。第一个加入的节点会出现在这里。",
    unwanted_other: "{{count, number}} 个节点，没有代理程序",
    unwantedMeans: "没有 DaemonSet 要在任何节点上放 Pod",
  },
};
