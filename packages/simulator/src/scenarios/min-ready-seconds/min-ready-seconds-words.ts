import type { StoryWords } from "../../staging/story.ts";

export const minReadySecondsWords: StoryWords = {
  title: {
    en: "Ready is not yet available: minReadySeconds",
    "zh-CN": "就绪还不等于可用：minReadySeconds",
    "zh-TW": "就緒還不等於可用：minReadySeconds",
  },
  opening: {
    en: "Three nodes, two of them labelled app=ironman, and no DaemonSet yet. Watch the five counts: they will not move together.",
    "zh-CN": "三个节点，其中两个带有标签 app=ironman，还没有 DaemonSet。请看那五个数字：它们不会一起变化。",
    "zh-TW": "三個節點，其中兩個帶有標籤 app=ironman，還沒有 DaemonSet。請看那五個數字：它們不會一起變化。",
  },
  steps: {
    "apply-ironman": {
      en: "ironman is applied: three containers, a readiness probe that first asks after 2 s, minReadySeconds 5. Desired and current are 2 at once, ready follows the probe, and available comes five seconds after ready: a pod must stay ready that long before it counts.",
      "zh-CN":
        "应用 ironman：三个容器，就绪探针 2 秒后才首次探测，minReadySeconds 为 5。期望数和当前数立刻是 2，就绪数跟随探针，可用数在就绪五秒后才到：Pod 要保持就绪这么久才算可用。",
      "zh-TW":
        "套用 ironman：三個容器，就緒探針 2 秒後才首次探測，minReadySeconds 為 5。期望數和目前數立刻是 2，就緒數跟隨探針，可用數在就緒五秒後才到：Pod 要保持就緒這麼久才算可用。",
    },
  },
};
