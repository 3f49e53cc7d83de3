import type { actions as source } from "../en/actions.ts";
import type { Translated } from "../translated.ts";

export const actions: Translated<typeof source> = {
  doIt: {
    open: "執行…",
    readOnly: "唯讀",
    remote: "不能從這裡執行",
    recorded: "錄製檔",
    noToken: "登入時沒有 token",
    why: {
      readOnly: "這個伺服器只讀取。以 --allow-writes 啟動才能執行。",
      remote: "這裡沒有人登入，所以只有在伺服器那台機器上的人能執行。請在那裡開啟頁面，或以 --auth token 啟動伺服器。",
      recorded: "這是錄製檔：沒有東西可以變更。",
      noToken: "你登入時沒有叢集的 token，而伺服器絕不會用自己的來寫入。請以 --auth token 登入。",
    },
  },
  title: "可以做什麼",
  copy: "複製指令：{{title}}",
  andMore: "{{names}} 等，另有 {{more, number}} 個",
  commandNames_other: "指令只列出 {{all, number}} 個節點中的前 {{count, number}} 個。",
  undo: {
    title: "復原到修訂版本 {{revision}}",
    replaces_other: "會替換 {{count, number}} 個節點上不屬於修訂版本 {{revision}} 的 Pod；已屬於該版本的節點不變。",
    allAtOnce_other: "這 {{count, number}} 個 Pod 都不可用：一次全部刪除，不受額度限制。",
    atOnce: {
      exact_other: "{{count, number}} 個不可用的 Pod 會立即替換，不受額度限制。",
      bound_other: "其中至少有 {{count, number}} 個會立即替換，不受額度限制。",
    },
    rest: {
      exact_other: "其餘的大約分 {{count, number}} 批替換。",
      bound_other: "其餘的最多分 {{count, number}} 批替換。",
    },
    rounds: {
      exact_other: "大約分 {{count, number}} 批替換，每批不超過額度。",
      bound_other: "最多分 {{count, number}} 批替換，每批不超過額度；不可用的會立即替換。",
    },
    held_other: "其餘 {{count, number}} 個要等待：沒有回應的節點佔用了全部額度。",
    byHand: "在 OnDelete 下，每個 Pod 都要等有人手動刪除。",
    nextToOld_other: "{{count, number}} 個節點上，與舊 Pod 並存的較新 Pod 會被刪除，舊 Pod 保留。",
    nothing: "沒有節點執行其他修訂版本的 Pod：不會替換任何 Pod。",
    unknown: "Pod 與修訂版本尚未全部讀取，無法得知會替換多少 Pod。",
  },
  nothingExcluded_other:
    "無需操作：符合條件的節點都已有它的 Pod。另有 {{count, number}} 個節點被排除；選擇其格子，可檢視原因以及如何改變。",
  nowhere: "沒有節點需要它：選擇一個格子，可檢視原因以及如何改變。",
  oneByOne: "OnDelete 沒有額度保護：先刪除一個舊 Pod，等新 Pod 可用，再刪除下一個。",
  openWorklist: "開啟待辦清單",
  unready: {
    all_other: "這 {{count, number}} 個節點都是 NotReady：Pod 只會先被標記為刪除，等 kubelet 恢復回應後才被替換。",
    some_other:
      "其中 {{count, number}} 個節點是 NotReady：那裡的 Pod 等 kubelet 恢復回應後才被替換。另外 {{rest, number}} 個節點是 Ready。",
    of_other: "其中 {{count, number}} 個節點是 NotReady：要等 kubelet 恢復回應，變更才會在那裡生效。",
  },
  nothing: "沒有可建議的操作。",
  unread: "未讀取 {{kinds}}，無法得知可以做什麼。",
  unreadYet: "正在讀取 {{kinds}}，尚無法得知可以做什麼。",
  noCommand: "沒有已知有效的指令。",
  comesUp_other: "暫時無需操作：{{count, number}} 個 Pod 正在啟動。",
  lookAt_other: "沒有指令能直接修復：原因要看 Pod 的事件、探針和日誌。",
  nudge: {
    title: "讓控制器再檢查一次",
    effect: "在 DaemonSet 上加註解會讓控制器再檢查：新 Pod 已可用的節點會刪掉舊 Pod，更新繼續進行。不會產生新的修訂版本。",
  },
  known: "它{{fate}}。",
  doesNotHelp: "不要",
  harms: { raise: "提高額度：會波及更多節點。" },
  room: {
    title: "在 {{nodes}} 上騰出資源",
    effect: "縮減或移走那裡的其他 Pod、降低此 DaemonSet 的資源請求，或提高它的優先順序：之後 Pod 會自動排程。",
    portTitle_other: "在 {{nodes}} 上空出主機連接埠 {{ports}}",
    portEffect: "變更其中一個連接埠：之後 Pod 會自動排程。刪除佔用連接埠的 Pod，只有在它不會被重建時才有用。",
  },
  noSurge: {
    title: "先刪除舊 Pod：maxSurge 0",
    effect_other: "先刪舊 Pod，再建立新 Pod，連接埠因此空出；同時會有 {{count, number}} 個節點沒有 Pod。不會產生新的修訂版本。",
  },
  letOn: {
    title: "容忍 {{keys}}",
    effect: "期望數從 {{before, number}} 變為 {{after, number}}。會產生新的修訂版本；舊 Pod 依更新策略替換。",
  },
  openNodes: {
    title_other: "移除 {{count, number}} 個節點的 {{taints}}",
    effect: "之後其他 Pod 也可能排程到那裡。",
  },
  deletePods: {
    title_other: "刪除 {{count, number}} 個留在不應執行之處的 Pod",
    effect_other: "只要污點還在，就不會有新的 Pod 補上；期望數不變。",
  },
  relabel: {
    title: "為節點加上標籤：{{labels}}",
    effect_other: "使 {{count, number}} 個節點符合條件。選擇舊值或新值的其他工作負載也會隨之離開或排程到這些節點。",
    effectAny: "將 NODE 換成確實具備此標籤所指之物（例如裝置）的節點。選擇舊值或新值的其他工作負載也會隨之離開或排程到那裡。",
  },
  nodes: {
    title: "修復或刪除 {{nodes}}",
    effectRest: "節點恢復 Ready 後，那裡的新 Pod 才能可用。",
    effectWanted: "節點恢復後，與其狀況對應的污點會消失，其上的 Pod 又符合條件。刪除節點，其 Pod 也隨之消失。",
    effect_other: "{{count, number}} 個名額被 NotReady 的節點佔用。節點恢復 Ready 或被刪除後，名額才會釋出。",
  },
  raise: {
    title: "提高額度：{{field}} {{now}} → {{to}}",
    effect_other: "同時更新的節點再多 {{count, number}} 個。如果新 Pod 會失敗，在那些節點上也會失敗。不會產生新的修訂版本。",
  },
  hold: {
    title: "暫停（改用 OnDelete）",
    effect: "在 OnDelete 下，只有手動刪除的 Pod 才會被替換：刪除少數節點上的 Pod 即可做金絲雀部署。不會產生新的修訂版本。",
    effectOn_other:
      "在 OnDelete 下，{{count, number}} 個節點會保留舊 Pod，直到手動刪除：刪除少數節點上的 Pod 即可做金絲雀部署。不會產生新的修訂版本。",
  },
  resume: {
    title: "恢復（改回 RollingUpdate）",
    effect: "此後會在額度內替換舊 Pod。不會產生新的修訂版本。",
    effectOn_other: "此後會在額度內替換 {{count, number}} 個舊 Pod。不會產生新的修訂版本。",
  },
};
