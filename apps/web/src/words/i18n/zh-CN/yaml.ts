import type { yaml as source } from "../en/yaml.ts";
import type { Translated } from "../translated.ts";

export const yaml: Translated<typeof source> = {
  daemonSet: "DaemonSet 本身",
  managed: "managedFields",
  copy: "复制此 YAML",
  download: "下载此 YAML",
  changed: "读取之后有变更。",
  reload: "重新加载",
  reading: "正在读取对象",
  label: "{{kind}} {{name}} 的 YAML",
  hidden: "环境变量的值、参数、命令以及 kubectl 上次应用的配置已隐藏；启动服务器时加 --show-env-values 可显示。",
  sameAs: "字段同",
  find: "查找",
  next: "下一个",
  previous: "上一个",
  all: "全部",
  matchCase: "区分大小写",
  regexp: "正则表达式",
  byWord: "全词匹配",
  close: "关闭",
  currentMatch: "当前匹配",
  onLine: "行号",
  fold: "折叠",
  unfold: "展开",
  folded: "已折叠的行",
};
