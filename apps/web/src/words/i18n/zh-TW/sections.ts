import type { sections as source } from "../en/sections.ts";
import type { Translated } from "../translated.ts";

export const sections: Translated<typeof source> = {
  label: "子頁面",
  overview: "總覽",
  changes: "變更內容",
  reach: "網路",
  events: "事件",
  logs: "日誌",
  yaml: "YAML",
  worklist: "待辦清單",
  actions: "操作紀錄",
  loading: "正在載入此子頁面",
  readAt: "更新時間",
  noServer: "無法向伺服器查詢。",
  nearest: "你要找的是不是：",
  pod: "Pod",
  podPage: "Pod 頁面",
  podOrNode: "{{none}}；或輸入 Pod、節點名稱",
};
