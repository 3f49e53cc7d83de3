import type { laterModel as source } from "../en/deferred-facts.ts";
import type { Translated } from "../translated.ts";

export const laterModel: Translated<typeof source> = {
  lag: {
    notObserved: "控制器尚未觀察到 generation {{generation}}，其計數仍對應 generation {{observedGeneration}}",
    comparesNumbers:
      "某個容忍度比較數值（Gt、Lt），而叢集的判斷似乎不同：請在啟動 Daemonscope 時加上 --feature-gate TaintTolerationComparisonOperators={{gate}}",
    nodeDeleted: "有節點被刪除：Pod 回收（約一分鐘）後 status 才會更新",
    nodeNotReady: "有 Pod 的節點變為 NotReady，因而帶上了 NoSchedule 污點：在這個 DaemonSet 有其他變化之前，控制器不會重新檢查",
    tainted: "有 Pod 的節點新增了 NoSchedule 污點：在這個 DaemonSet 有其他變化之前，控制器不會重新檢查",
    nodeLeft: "有節點離開或不再符合：控制器還沒有重新檢查",
    minReady: "上次變化 {{seconds}} 秒後 status 才會更新（minReadySeconds）",
    notWritten: "自上次變化以來，控制器還沒有寫入 status",
  },
  step: {
    sandbox: "正在準備磁碟區、網路和沙箱",
    image: "正在拉取映像檔，或建立容器",
    volumesOrImage: "等待磁碟區、網路或映像檔",
    initContainers: "init 容器執行中",
    readiness: "執行中，尚未就緒",
  },
  pod: {
    terminating: "終止中",
    terminatingLeft: "終止中，還剩 {{seconds, number}} 秒",
    available: "可用",
    availableFor: "已可用 {{age}}",
    ready: "就緒",
    availableIn: "就緒，{{seconds, number}} 秒後可用",
    startingFor: "啟動中，已 {{age}}",
    waitsFor: "等待排程器，已 {{age}}",
    oldRevision: "舊修訂版本",
    lastExit: "上次結束代碼 {{code}}",
    lastExitUnknown: "上次結束代碼不明",
  },
  remedy: {
    takeTaintOff: "移除 {{node}} 上的污點 {{taint}}",
    takeTaintsOff: "移除 {{node}} 上的 {{amount, number}} 個污點",
    tolerate: "為 {{daemonSet}} 加上對 {{keys}} 的容忍度",
    label: "為 {{node}} 設定標籤 {{labels}}",
    dropSelector: "從 {{daemonSet}} 的 nodeSelector 中移除 {{labels}}",
    deletePods: "刪除 {{pods}}",
    podsEnd: "只要污點還在，{{node}} 上就不會補上新的 Pod：期望數仍為 {{desired, number}}；Pod 消失後，誤排程數減 1。",
    notEnough: "只做這一步還不夠：還有其他檢查未通過。",
    opens: "此後其他 Pod 也可能排程到 {{node}}；期望數從 {{before, number}} 變為 {{after, number}}。",
    opensOnly: "此後其他 Pod 也可能排程到 {{node}}。",
    onlyWhereTrue: "只有節點確實具備此標籤所指之物（例如裝置）時才適用。",
    fits: "此後這個 DaemonSet 會在 {{node}} 上執行：期望數從 {{before, number}} 變為 {{after, number}}。",
    othersToo: "選擇舊值或新值的其他工作負載也會隨之離開或排程到這裡。",
    others: "選擇該標籤的其他工作負載會排程到這裡。",
    comes_other: "僅此 DaemonSet 增加 {{count, number}} 個節點：期望數從 {{before, number}} 變為 {{after, number}}。",
    stays: "期望數仍為 {{desired, number}}。",
    replaces: {
      byHand: "會產生新的修訂版本：舊 Pod 維持不變，直到逐一手動刪除。",
      nothing: "會產生新的修訂版本：沒有 Pod 需要替換。",
      all: "會產生新的修訂版本：在額度內替換每個 Pod。",
    },
  },
};
