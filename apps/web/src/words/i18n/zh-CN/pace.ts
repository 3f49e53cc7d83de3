import type { pace as source } from "../en/pace.ts";
import type { Translated } from "../translated.ts";

export const pace: Translated<typeof source> = {
  left: "约剩 {{age, duration}}",
  between: "还要 {{from, duration}}至 {{to, duration}}",
  upTo: "预计 {{to, duration}}内完成",
  judgedBy_other: "依 {{age, duration}}内完成的 {{count, number}} 个节点推算，置信度 80%",
  early: "早期粗估，{{by}}",
  atLeast: "至少还要 {{age, duration}}",
  atLeastBatches_other: "至少还要 {{count, number}} 批",
};
