import type { keys as source } from "../en/keys.ts";
import type { Translated } from "../translated.ts";

export const keys: Translated<typeof source> = {
  title: "按鍵",
  single: "啟用單字元快速鍵",
  parts: { everywhere: "任何地方", thing: "在 DaemonSet 或節點頁面", grid: "在節點網格", cells: "當焦點在儲存格上" },
  commands: {
    palette: "前往任何物件，執行任何指令",
    filter: "篩選清單",
    help: "顯示本說明",
    up: "回到上一層",
    all: "清除篩選，顯示全部",
    export: "匯出目前內容",
    settings: "設定",
    copyName: "複製名稱",
    copyKubectl: "複製 kubectl 指令",
    copyLink: "複製此檢視的連結",
    overview: "概覽",
    logs: "日誌",
    yaml: "YAML",
    events: "事件",
    group: "依下一個標籤分組",
    table: "切換表格",
    wide: "網格的下一種大小",
  },
  cells: {
    move: { keys: "← → ↑ ↓", does: "移到相鄰儲存格；h j k l 亦可" },
    ends: { keys: "Home End", does: "列首與列尾；按住 Ctrl 為整個網格" },
    groups: { keys: "PgUp PgDn", does: "下一組" },
    problem: { keys: "n N", does: "下一個與上一個有問題的節點" },
    open: { keys: "Enter", does: "為什麼在這裡，或為什麼不在" },
    find: { keys: "a–z", does: "依名稱開頭尋找節點" },
  },
};
