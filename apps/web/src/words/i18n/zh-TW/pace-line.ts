import type { paceLine as source } from "../en/pace-line.ts";
import type { Translated } from "../translated.ts";

export const paceLine: Translated<typeof source> = {
  label: "速度",
  chart: "最近十分鐘內每半分鐘變為已更新且可用的節點數，最多 {{most, number}} 個",
  held_other: "未計入 {{count, number}} 個無法自行恢復的節點",
  turn_other: "每個節點 {{age}}（中位數）",
  longest: "最耗時：{{phase}}（{{age}}）",
  phase: { terminate: "舊 Pod 終止", start: "拉取映像檔與啟動", settle: "minReadySeconds" },
  faster: "設為 {{percent, number}}% 約需 {{age}}",
};
