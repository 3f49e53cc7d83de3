import type { yaml as source } from "../en/yaml.ts";
import type { Translated } from "../translated.ts";

export const yaml: Translated<typeof source> = {
  daemonSet: "DaemonSet 本身",
  managed: "managedFields",
  copy: "複製此 YAML",
  download: "下載此 YAML",
  changed: "讀取之後有變更。",
  reload: "重新載入",
  reading: "正在讀取物件",
  label: "{{kind}} {{name}} 的 YAML",
  hidden: "環境變數的值、參數、指令以及 kubectl 上次套用的設定已隱藏；啟動伺服器時加 --show-env-values 可顯示。",
  sameAs: "欄位同",
  find: "尋找",
  next: "下一個",
  previous: "上一個",
  all: "全部",
  matchCase: "區分大小寫",
  regexp: "正規表示式",
  byWord: "全字拼寫須相符",
  close: "關閉",
  currentMatch: "目前符合項",
  onLine: "行號",
  fold: "摺疊",
  unfold: "展開",
  folded: "已摺疊的行",
};
