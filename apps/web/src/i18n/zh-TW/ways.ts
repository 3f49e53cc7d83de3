import type { ways as source } from "../en/ways.ts";
import type { Translated } from "../translated.ts";

export const ways: Translated<typeof source> = {
  title: "可以做什麼",
  open: "可以做什麼",
  copy: "複製指令：{{title}}",
  undo: {
    title: "復原：回到修訂版本 {{revision}} 的範本",
    replaces_other: "會替換 {{count, number}} 個節點上不屬於修訂版本 {{revision}} 的 Pod；已屬於該版本的節點不變。",
    allAtOnce: "它們都不可用：一次全部替換，不受額度限制。",
    atOnce: {
      exact_other: "其中 {{count, number}} 個不可用，會立即替換，不受額度限制。",
      bound_other: "其中至少 {{count, number}} 個會立即替換，不受額度限制。",
    },
    rest: {
      exact_other: "其餘的大約要等額度空出 {{count, number}} 次。",
      bound_other: "其餘的最多大約要等額度空出 {{count, number}} 次。",
    },
    rounds: {
      exact_other: "額度大約要空出 {{count, number}} 次。",
      bound_other: "額度最多大約要空出 {{count, number}} 次：不可用的會立即替換。",
    },
    byHand: "在 OnDelete 下，每個 Pod 都要等有人手動刪除。",
    nothing: "沒有節點執行其他修訂版本的 Pod：不會替換任何 Pod。",
    unknown: "Pod 與修訂版本尚未全部讀取，無法得知會替換多少 Pod。",
  },
  nodes: {
    title: "修復或移除佔用額度的節點",
    effect_other: "{{count, number}} 個名額被未就緒的節點佔用。節點恢復就緒或被刪除後，名額才會釋出。",
  },
  raise: {
    title: "提高額度：{{field}} {{now}} → {{to}}",
    effect_other: "同時沒有 Pod 的節點可以再多 {{count, number}} 個。如果新 Pod 會失敗，在那些節點上也會失敗。不會產生新的修訂版本。",
  },
  hold: {
    title: "暫緩：OnDelete",
    effect:
      "DaemonSet 沒有暫停功能。在 OnDelete 下，只有手動刪除的 Pod 才會被替換：刪除選定節點上的 Pod 即可做金絲雀部署。不會產生新的修訂版本。",
    effectOn_other:
      "DaemonSet 沒有暫停功能。在 OnDelete 下，{{count, number}} 個節點會保留舊 Pod，直到有人刪除：刪除選定節點上的 Pod 即可做金絲雀部署。不會產生新的修訂版本。",
  },
  resume: {
    title: "繼續：RollingUpdate",
    effect: "此後會在額度內替換舊 Pod。不會產生新的修訂版本。",
    effectOn_other: "此後會在額度內替換 {{count, number}} 個舊 Pod。不會產生新的修訂版本。",
  },
};
