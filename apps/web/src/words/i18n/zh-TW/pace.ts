import type { pace as source } from "../en/pace.ts";
import type { Translated } from "../translated.ts";

export const pace: Translated<typeof source> = {
  perMinute: "{{rate, number}}/分鐘",
  perHour: "{{rate, number}}/小時",
  left: "約剩 {{age}}",
  between: "約剩 {{from}} 至 {{to}}",
  upTo: "預估再 {{to}} 內完成",
  judgedBy_other: "依 {{age}} 內完成的 {{count, number}} 個節點推估，信心水準 80%",
  early: "早期粗估，{{by}}",
  still: "沒有進展",
  stillSince: "自 {{time}} 起沒有進展，已 {{age}}",
  noneCame: "最近 {{age}} 內沒有節點完成更新",
  unmeasured: "正在量測速度",
  waves_other: "至少還要 {{count, number}} 批，每批 {{nodes, number}} 個節點",
  wavesTake: "{{waves}}，因 minReadySeconds 不少於 {{age}}",
  row: "{{word}}，{{left}}",
  since: "自 {{time}} 起量測",
};
