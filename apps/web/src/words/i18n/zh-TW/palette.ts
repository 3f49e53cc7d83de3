import type { palette as source } from "../en/palette.ts";
import type { Translated } from "../translated.ts";

export const palette: Translated<typeof source> = {
  title: "前往",
  placeholder: "輸入名稱、映像檔或 Pod；前面加 ds、node、po、ns 可限定類型",
  found: "搜尋結果",
  close: "關閉",
  kinds: { page: "頁面", cluster: "叢集", command: "指令", daemonSet: "DaemonSet", namespace: "命名空間", node: "節點", pod: "Pod" },
  nothing: "沒有相符項目",
  more_other: "還有 {{count, number}} 項，請繼續輸入",
  hint: "↑ ↓ 選擇，Enter 前往，Esc 關閉",
};
