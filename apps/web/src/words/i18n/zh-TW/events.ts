import type { events as source } from "../en/events.ts";
import type { Translated } from "../translated.ts";

export const events: Translated<typeof source> = {
  title: "事件",
  lead: "DaemonSet、Pod 和節點的事件，最新的在前。",
  find: "篩選事件",
  type: "事件類型",
  reading: "正在讀取事件",
  columns: {
    lastSeen: "最近出現",
    count: "次數",
    reason: "原因",
    object: "物件",
    message: "訊息",
  },
  since: "首次 {{age}} 前",
  moreObjects_other: "另有 {{count, number}} 個物件",
  notNamed_other: "還有 {{count, number}} 個未列出",
  rowsShown_other: "已顯示 {{count, number}} 列，共 {{all, number}} 列",
  showMore_other: "再顯示 {{count, number}} 列",
  unknownType: "沒有「{{type}}」類型的事件；類型只有 {{known}}。已顯示全部。",
  none: "沒有留存的事件。",
  noneKept_other: "共 {{count, number}} 筆事件，沒有符合篩選條件的。",
  newestOnly_other: "此處是 {{total, number}} 筆事件中最新的 {{count, number}} 筆，其餘未列出。",
  cut: "叢集的事件多於所讀取的數量（每類物件 5,000 筆）；API 伺服器不按時間排序，最新的事件可能有缺。",
  lifetime: "事件約一小時後過期（--event-ttl）；目前沒有留存的事件。",
};
