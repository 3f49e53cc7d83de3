import type { chips as source } from "../en/chips.ts";
import type { Translated } from "../translated.ts";

export const chips: Translated<typeof source> = {
  title: "連結中的篩選條件",
  remove: "移除這個篩選條件：{{name}} {{value}}",
  names: {
    text: "文字",
    cause: "原因",
    state: "狀態",
    mark: "標記",
    outcome: "結果",
    grouping: "分組依據",
    group: "群組",
    lens: "儲存格顯示",
    band: "值",
    type: "類型",
    family: "DaemonSet",
    version: "版本",
  },
  empty: "無",
  keptOf: "{{count, number}} / {{all, number}}",
};
