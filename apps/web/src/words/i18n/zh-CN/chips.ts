import type { chips as source } from "../en/chips.ts";
import type { Translated } from "../translated.ts";

export const chips: Translated<typeof source> = {
  title: "链接中的筛选条件",
  remove: "移除这个筛选条件：{{name}} {{value}}",
  names: {
    text: "文字",
    cause: "原因",
    state: "状态",
    mark: "标记",
    outcome: "结果",
    grouping: "分组依据",
    group: "分组",
    lens: "单元格显示",
    band: "取值",
    family: "DaemonSet",
    version: "版本",
  },
  empty: "无",
  keptOf: "{{count, number}} / {{all, number}}",
};
