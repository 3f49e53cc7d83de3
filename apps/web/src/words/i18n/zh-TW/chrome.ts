import type { chrome as source } from "../en/chrome.ts";
import type { Translated } from "../translated.ts";

export const chrome: Translated<typeof source> = {
  home: "Daemonscope，全部 DaemonSet",
  whereYouAre: "目前位置",
  pages: "頁面",
  clusters: "叢集",
  tabs: { daemonSets: "DaemonSet", nodes: "節點", taints: "污點", labels: "標籤", whatIf: "假設推演", events: "事件" },
  was: "先前：{{word}}",
  verdict: "結論",
  loading: "載入中…",
  connecting: "連線中",
  nodes: "節點",
  filterDaemonSets: "篩選名稱、狀態、Pod",
  filterNodes: "篩選節點、標籤",
  freshness: "資料時效：{{kind}}",
  theme: "佈景主題：{{choice}}",
  copied: "已複製：{{text}}",
  notCopied: "瀏覽器不允許複製；請選取文字後手動複製",
  language: "語言",
  whatIf: "假設推演…",
  actions: "可以做什麼",
  export: "匯出…",
};
