import type { pace as source } from "../en/pace.ts";
import type { Translated } from "../translated.ts";

export const pace: Translated<typeof source> = {
  label: "速度",
  perMinute: "{{rate, number}}/分鐘",
  perHour: "{{rate, number}}/小時",
  left: "約剩 {{age}}",
  between: "約剩 {{from}} 至 {{to}}",
  upTo: "最多約剩 {{to}}",
  judgedBy_other: "依 {{age}} 內完成的 {{count, number}} 個節點推估，80% 機率",
  early: "早期粗估，{{by}}",
  still: "沒有進展",
  stillSince: "自 {{time}} 起沒有進展，已 {{age}}",
  noneCame: "最近 {{age}} 內沒有節點完成更新",
  unmeasured: "尚未量到速度",
  waves_other: "至少還要 {{count, number}} 批，每批 {{nodes, number}} 個節點",
  wavesTake: "{{waves}}，依 minReadySeconds 不少於 {{age}}",
  row: "{{word}}，{{left}}",
  chart: "最近十分鐘內每半分鐘變為已更新且可用的節點數，最多 {{most, number}} 個",
  held_other: "未計入 {{count, number}} 個無法自行恢復的節點",
  turn_other: "每個節點 {{age}}（{{count, number}} 個的中位數）",
  longest: "最久的是{{phase}}：{{age}}",
  phase: { terminate: "舊 Pod 終止", start: "拉取映像檔與啟動", settle: " minReadySeconds" },
  faster: "設為 {{percent, number}}% 約需 {{age}}",
  since: "自 {{time}} 起量測",
};
