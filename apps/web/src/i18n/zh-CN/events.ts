import type { events as source } from "../en/events.ts";
import type { Translated } from "../translated.ts";

export const events: Translated<typeof source> = {
  title: "事件",
  lead: "集群中与 DaemonSet、其 Pod 和节点有关的事件，最新的在前。",
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
  moreRows_other: "还有 {{count, number}} 行：筛选后可见。",
  none: "没有留存的事件。",
  noneKept_other: "共 {{count, number}} 条事件，没有符合筛选条件的。",
  newestOnly_other: "{{total, number}} 条事件中最新的 {{count, number}} 条。",
  cut: "集群的事件过多，未全部读取。",
  lifetime: "API 服务器默认只保留一小时的事件（--event-ttl）：这里没有事件，不代表什么都没发生过。",
};
