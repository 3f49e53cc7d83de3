import type { paceLine as source } from "../en/pace-line.ts";
import type { Translated } from "../translated.ts";

export const paceLine: Translated<typeof source> = {
  label: "速度",
  chart: "最近十分钟内每半分钟变为已更新且可用的节点数，最多 {{most, number}} 个",
  held_other: "未计入 {{count, number}} 个无法自行恢复的节点",
  turn_other: "每个节点 {{age}}（中位数）",
  longest: "最耗时：{{phase}}（{{age}}）",
  phase: { terminate: "旧 Pod 终止", start: "拉取镜像与启动", settle: "minReadySeconds" },
  faster: "设为 {{percent, number}}% 约需 {{age}}",
};
