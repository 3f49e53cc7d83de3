import type { events as source } from "../en/events.ts";
import type { Translated } from "../translated.ts";

export const events: Translated<typeof source> = {
  title: "事件",
  lead: "DaemonSet、Pod 和节点的事件，最新的在前。",
  find: "筛选事件",
  type: "事件类型",
  reading: "正在读取事件",
  columns: {
    lastSeen: "最近出现",
    count: "次数",
    reason: "原因",
    object: "对象",
    message: "消息",
  },
  since: "首次 {{age}} 前",
  moreObjects_other: "另有 {{count, number}} 个对象",
  notNamed_other: "还有 {{count, number}} 个未列出",
  rowsShown_other: "已显示 {{count, number}} 行，共 {{all, number}} 行",
  showMore_other: "再显示 {{count, number}} 行",
  unknownType: "没有“{{type}}”类型的事件；类型只有 {{known}}。已显示全部。",
  none: "没有留存的事件。",
  noneKept_other: "共 {{count, number}} 条事件，没有符合筛选条件的。",
  newestOnly_other: "此处是 {{total, number}} 条事件中最新的 {{count, number}} 条，其余未列出。",
  cut: "集群的事件多于所读取的数量（每类对象 5,000 条）；API 服务器不按时间排序，最新的事件可能有缺。",
  lifetime: "事件约一小时后过期（--event-ttl）；当前没有留存的事件。",
};
