import type { budget as english } from "../en/budget.ts";
import type { Translated } from "../translated.ts";

export const budget: Translated<typeof english> = {
  unread: "無法得知額度被什麼佔用。",
  onDelete: "OnDelete 沒有額度：舊 Pod 要有人刪除才會消失。",
  noOldLeft: "{{allowed, number}} 個名額剩 {{free, number}} 個；已沒有舊 Pod 在等名額。",
  free_other: "{{allowed, number}} 個名額剩 {{free, number}} 個：還可更新 {{count, number}} 個節點。更新哪些由控制器決定，沒有順序。",
  allFree_other: "{{count, number}} 個名額全部空閒。",
  noEnd_other: "無法預估這 {{count, number}} 個名額何時釋出。",
  forGood_other: "這 {{count, number}} 個名額不會自行釋出。",
  settle_other: "{{time}} 前釋出 {{count, number}} 個名額：{{count, number}} 個新 Pod 屆時可用。",
  settleAbove_other: "{{count, number}} 個新 Pod 會在 {{time}} 前可用：屆時 {{allowed, number}} 個名額仍佔用 {{used, number}} 個。",
  terminate_other: "{{count, number}} 個 Pod 正在終止，寬限期到 {{time}}；新 Pod 可用後，名額才釋出。",
  restNoEnd_other: "無法預估另外 {{count, number}} 個。",
};
