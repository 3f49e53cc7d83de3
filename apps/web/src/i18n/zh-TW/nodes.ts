import type { nodes as source } from "../en/nodes.ts";
import type { Translated } from "../translated.ts";

export const nodes: Translated<typeof source> = {
  title: "節點",
  map_other: "{{count, number}} 個節點，每個顯示其最差的 Pod",
  worstOf_other: "{{count, number}} 個 DaemonSet 中最差的狀態",
  comma: "，",
  list: "{{lack}}：{{list}}",
  agent: "{{key}} {{word}}",
  moreAgents_other: "另有 {{count, number}} 個",
  wantsNone: "不需要代理程式",
  unread_other: "需要 {{count, number}} 個代理程式，未讀取 Pod",
  lacksNone_other: "{{count, number}} 個代理程式齊全",
  lacksOf_other: "{{count, number}} 個代理程式缺 {{lacking, number}} 個",
  groupLacks_other: "{{count, number}} 個中 {{lacking, number}} 個缺代理程式",
  verdict: {
    lack_other: "{{count, number}} 個節點中 {{lacking, number}} 個缺代理程式",
    all_other: "{{count, number}} 個節點代理程式齊全",
    on_other: "{{key}} 缺在 {{count, number}} 個節點",
    more_other: "另有 {{count, number}} 個 DaemonSet",
    notReady_other: "{{count, number}} 個節點 NotReady",
    notReadyLacking_other: "{{all}}，其中 {{count, number}} 個缺代理程式",
    lackMeans: "DaemonSet 要在節點上放 Pod，而那裡沒有就緒且留下的 Pod，即為缺代理程式",
    unknown: "不明",
    nodesUnread: "未讀取節點，無從判斷",
    podsUnread: "未讀取 Pod，節點的代理程式是否齊全不明",
    none: "沒有節點",
    noneMeans: "叢集沒有節點。第一個加入的節點會出現在這裡。",
    unwanted_other: "{{count, number}} 個節點，沒有代理程式",
    unwantedMeans: "沒有 DaemonSet 要在任何節點上放 Pod",
  },
};
