import type { cell as source } from "../en/cell.ts";
import type { Translated } from "../translated.ts";

export const cell: Translated<typeof source> = {
  figures: {
    available: "可用",
    old: "旧版",
    ready: "就绪",
    starting: "启动中",
    unscheduled: "待调度",
    failing: "失败",
    missing: "无 Pod",
    terminating: "终止中",
    misscheduled: "误调度",
    leaving: "退出中",
    unknown: "未知",
    excluded: "不符合条件",
  },
};
