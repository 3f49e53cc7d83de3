import type { checks as source } from "../en/checks.ts";
import type { Translated } from "../translated.ts";

export const checks: Translated<typeof source> = {
  eligible: "符合条件",
  tolerated: "已容忍",
  nodeName: {
    name: "节点名称",
    none: "模板没有指定节点",
    pinned: "固定在 {{node}}",
    band: "指定了其他节点",
    bandOf: "指定了 {{what}}",
    why: "模板指定了节点 {{node}}",
  },
  nodeSelector: {
    name: "节点选择器",
    none: "模板不要求标签",
    band: "标签不符合选择器",
    bandOf: "缺少 {{what}}",
    why: "需要 {{want}}，节点为 {{have}}",
    whyNone: "缺少标签 {{want}}",
  },
  nodeAffinity: {
    name: "必需亲和性",
    none: "模板没有设置",
    band: "亲和性不匹配",
    bandOf: "亲和性：{{what}}",
    why: "必需亲和性不匹配",
    whyOf: "必需亲和性需要 {{requirement}}，节点为 {{have}}",
    whyNone: "必需亲和性需要 {{requirement}}，节点没有此标签",
  },
  taint: {
    name: "污点",
    none: "节点没有污点",
    band: "其他未容忍的污点",
    bandOf: "未容忍 {{what}}",
    why: "未容忍 {{taint}}",
  },
};
