import type { StoryWords } from "../../staging/story.ts";

export const argoCdRevertsWords: StoryWords = {
  title: {
    en: "Argo CD reverts an edit",
    "zh-CN": "Argo CD 还原编辑",
    "zh-TW": "Argo CD 還原編輯",
  },
  opening: {
    en: "Six nodes with a log agent that the Argo CD application log-agents delivers. Its self-heal is on. The facts name the owner, and each plan states that it may revert the change.",
    "zh-CN": "六个节点运行由 Argo CD 应用 log-agents 交付的日志代理，其自愈已开启。规格里写明所有者，每份计划都说明它可能还原更改。",
    "zh-TW":
      "六個節點執行由 Argo CD 應用程式 log-agents 交付的日誌代理，其自我修復已開啟。規格裡寫明所有者，每份計畫都說明它可能還原變更。",
  },
  steps: {
    "set-image": {
      en: "A user sets another image. The rollout starts. After 10 s Argo CD applies the manifest of its repository again: the image is the old one, and the new pods are replaced.",
      "zh-CN": "用户换了镜像，滚动更新开始。10 秒后 Argo CD 再次应用仓库里的清单：镜像变回旧的，新 Pod 被替换。",
      "zh-TW": "使用者換了映像，滾動更新開始。10 秒後 Argo CD 再次套用儲存庫裡的清單：映像變回舊的，新 Pod 被替換。",
    },
    restart: {
      en: "A user restarts the agent. The annotation of a restart is in no manifest, so that Argo CD leaves it alone and all pods are replaced.",
      "zh-CN": "用户重启代理。重启的注解不在任何清单里，所以 Argo CD 不动它，所有 Pod 都被替换。",
      "zh-TW": "使用者重新啟動代理。重新啟動的註解不在任何清單裡，所以 Argo CD 不動它，所有 Pod 都被替換。",
    },
  },
};
