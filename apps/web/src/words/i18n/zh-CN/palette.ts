import type { palette as source } from "../en/palette.ts";
import type { Translated } from "../translated.ts";

export const palette: Translated<typeof source> = {
  title: "前往",
  placeholder: "输入名称、镜像或 Pod；前面加 ds、node、po、ns 可限定类型",
  found: "搜索结果",
  close: "关闭",
  kinds: { page: "页面", cluster: "集群", command: "命令", daemonSet: "DaemonSet", namespace: "命名空间", node: "节点", pod: "Pod" },
  nothing: "没有匹配项",
  more_other: "还有 {{count, number}} 项，请继续输入",
  hint: "↑ ↓ 选择，Enter 前往，Esc 关闭",
};
