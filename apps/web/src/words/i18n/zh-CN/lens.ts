import type { lens as source } from "../en/lens.ts";
import type { Translated } from "../translated.ts";

export const lens: Translated<typeof source> = {
  title: "格子显示什么",
  keyOf: { taint: "污点的键", label: "标签的键" },
  kinds: { state: "状态", eligibility: "符合条件", taint: "污点键", label: "标签", revision: "修订版本", age: "存活时间" },
  none: { taint: "没有节点带有污点", label: "没有节点带标签" },
  filter: "只看其中一类",
  awaited: "尚不清楚",
  noTaint: "没有此污点",
  noLabel: "没有此标签",
  oldRevision: "旧修订版本",
  revision: "修订版本 {{revision}}",
  noPod: "无 Pod",
  younger: "节点未满 {{age, duration}}",
  between: "{{from, duration}}至 {{to, duration}}",
  older: "{{age, duration}}以上",
  others: "其他值",
};
