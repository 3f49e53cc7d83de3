import type { paceLine as source } from "../en/pace-line.ts";
import type { Translated } from "../translated.ts";

export const paceLine: Translated<typeof source> = {
  waves_other: "至少还要 {{count, number}} 批，每批 {{nodes, number}} 个节点",
  wavesTake: "{{waves}}，因 minReadySeconds 不少于 {{age, duration}}",
  perMinute: "每分钟 {{rate, number}} 个节点",
  perHour: "每小时 {{rate, number}} 个节点",
  held_other: "未计入 {{count, number}} 个无法自行恢复的节点",
  turn_other: "每个节点 {{age, duration}}（中位数）",
  longest: "最耗时：{{phase}}（{{age, duration}}）",
  phase: { terminate: "旧 Pod 终止", start: "拉取镜像与启动", settle: "minReadySeconds" },
  faster: "设为 {{percent, number}}% 约需 {{age, duration}}",
  rowPerMinute: "{{rate, number}}/分钟",
  rowPerHour: "{{rate, number}}/小时",
  still: "没有进展",
  stillSince: "自 {{time}} 起没有进展，已 {{age, duration}}",
  noneCame: "最近 {{age, duration}}内没有节点完成更新",
  unmeasured: "正在测量速度",
  row: "{{word}}，{{left}}",
  since: "自 {{time}} 起测量",
};
