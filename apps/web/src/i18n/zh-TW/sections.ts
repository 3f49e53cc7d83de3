import type { sections as source } from "../en/sections.ts";
import type { Translated } from "../translated.ts";

export const sections: Translated<typeof source> = {
  label: "分區",
  overview: "總覽",
  events: "事件",
  loading: "正在載入此分區",
  readAt: "讀取於",
  noServer: "無法詢問伺服器。",
};
