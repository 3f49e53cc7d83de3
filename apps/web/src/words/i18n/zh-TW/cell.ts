import type { cell as source } from "../en/cell.ts";
import type { Translated } from "../translated.ts";

export const cell: Translated<typeof source> = {
  figures: {
    available: "可用",
    old: "舊版",
    ready: "就緒",
    starting: "啟動中",
    unscheduled: "待排程",
    failing: "失敗",
    missing: "缺少",
    terminating: "終止中",
    misscheduled: "誤排程",
    unknown: "未知",
    excluded: "排除",
  },
};
