import type { sections as source } from "../en/sections.ts";
import type { Translated } from "../translated.ts";

export const sections: Translated<typeof source> = {
  label: "子页面",
  overview: "概览",
  changes: "变更",
  reach: "网络",
  events: "事件",
  logs: "日志",
  yaml: "YAML",
  worklist: "待办清单",
  actions: "操作记录",
  readAt: "更新于",
  noServer: "无法向服务器查询。",
  nearest: "你要找的是不是：",
  pod: "Pod",
  podPage: "Pod 页面",
  podOrNode: "{{none}}；或输入 Pod、节点名称",
};
