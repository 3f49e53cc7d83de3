import type { sections as source } from "../en/sections.ts";
import type { Translated } from "../translated.ts";

export const sections: Translated<typeof source> = {
  label: "分区",
  overview: "概览",
  events: "事件",
  loading: "正在加载此分区",
  readAt: "读取于",
  noServer: "无法询问服务器。",
};
