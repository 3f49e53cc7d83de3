import type { lens as source } from "../en/lens.ts";
import type { Translated } from "../translated.ts";

export const lens: Translated<typeof source> = {
  title: "格子顯示什麼",
  keyOf: { taint: "污點的鍵", label: "標籤的鍵" },
  kinds: { state: "狀態", eligibility: "資格", taint: "污點鍵", label: "標籤", revision: "修訂版本", age: "存活時間" },
  none: { taint: "沒有節點帶有污點", label: "沒有節點帶標籤" },
  filter: "只看其中一類",
  eligibility: {
    eligible: "符合資格",
    tolerated: "符合資格，污點已容忍",
    nodeName: "指定了其他節點",
    nodeNameOf: "指定了 {{what}}",
    selector: "標籤不符合選擇器",
    selectorOf: "缺少 {{what}}",
    affinity: "親和性不符",
    affinityOf: "親和性：{{what}}",
    taint: "其他未容忍的污點",
    taintOf: "未容忍 {{what}}",
  },
  awaited: "尚不清楚",
  noTaint: "沒有此污點",
  noLabel: "沒有此標籤",
  oldRevision: "舊修訂版本",
  revision: "修訂版本 {{revision}}",
  noPod: "無 Pod",
  younger: "節點未滿 {{age}}",
  between: "{{from}} 至 {{to}}",
  older: "{{age}} 以上",
  others: "其他值",
};
