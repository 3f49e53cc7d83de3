import type { keys as source } from "../en/keys.ts";
import type { Translated } from "../translated.ts";

export const keys: Translated<typeof source> = {
  title: "按键",
  single: "启用单字符快捷键",
  parts: { everywhere: "任何地方", thing: "在 DaemonSet 或节点页面", grid: "在节点网格", cells: "当焦点在单元格上" },
  commands: {
    palette: "前往任何对象，执行任何命令",
    filter: "筛选列表",
    help: "显示本帮助",
    up: "返回上一级",
    all: "清除筛选，显示全部",
    export: "导出当前内容",
    settings: "设置",
    copyName: "复制名称",
    copyKubectl: "复制 kubectl 命令",
    copyLink: "复制此视图的链接",
    overview: "概览",
    logs: "日志",
    yaml: "YAML",
    events: "事件",
    group: "按下一个标签分组",
    table: "切换表格",
    wide: "网格的下一种大小",
  },
  cells: {
    move: { keys: "← → ↑ ↓", does: "移到相邻单元格；h j k l 亦可" },
    ends: { keys: "Home End", does: "行首和行尾；按住 Ctrl 为整个网格" },
    groups: { keys: "PgUp PgDn", does: "下一组" },
    problem: { keys: "n N", does: "下一个和上一个有问题的节点" },
    open: { keys: "Enter", does: "为什么在这里，或为什么不在" },
    find: { keys: "a–z", does: "按名称开头查找节点" },
  },
};
