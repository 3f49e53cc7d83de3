import type { audit as source } from "../en/audit.ts";
import type { Translated } from "../translated.ts";

export const audit: Translated<typeof source> = {
  title: "审计",
  page: "审计",
  word_other: "{{count, number}} 个发现",
  sentence: "高 {{high, number}} 个，中 {{medium, number}} 个，低 {{low, number}} 个",
  none: "没有代理程序带已知的弱点",
  noneOf: "{{name}} 没有已知的弱点",
  asking: "正在读取 Pod 和节点",
  notKnown: "不知道有什么发现",
  means: "事故会影响什么，以及各自的补救",
  daemonSet: "DaemonSet",
  reason: "原因",
  nodes: "节点",
  remedy: "补救",
  docs: "关于此检查",
  line_other: "审计：{{count, number}} 个发现，其中高 {{high, number}} 个",
  ofThis: "审计这个 DaemonSet",
  command: "审计 {{name}}",
};
