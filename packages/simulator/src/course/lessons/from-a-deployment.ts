import { isReady } from "@daemonscope/simulated-apiserver/objects/objects";
import { stringify } from "yaml";
import { REDIS } from "../../scenarios/from-deployment/from-deployment.ts";
import { imageOf, isSame, isUpdated, nodeOf, podsOf } from "../checks.ts";
import type { CourseCluster, Lesson } from "../lesson.ts";

const KEY = "default/log-collector";
const CACHE = "default/redis";
const WORKERS = ["worker-1", "worker-2", "worker-3", "worker-4", "worker-5"];

const cachedWorkers = (cluster: CourseCluster): readonly string[] => {
  const pods = podsOf(cluster, CACHE).filter((pod) => isReady(pod) && imageOf(pod) === "redis:7.4");
  return WORKERS.filter((worker) => pods.some((pod) => nodeOf(pod) === worker));
};

export const fromADeployment: Lesson = {
  name: "from-a-deployment",
  story: "from-deployment",
  title: { en: "A Deployment becomes a DaemonSet", "zh-CN": "从 Deployment 到 DaemonSet", "zh-TW": "從 Deployment 到 DaemonSet" },
  steps: [
    {
      kind: "question",
      words: {
        en: "Six nodes run a Deployment of three replicas: five workers and a control plane with a NoSchedule taint. A DaemonSet with the same template is applied. How many pods does the DaemonSet get?",
        "zh-CN":
          "六个节点里有一个三副本的 Deployment：五个工作节点，以及一个带 NoSchedule 污点的控制平面。现在应用一个模板相同的 DaemonSet。它会有几个 Pod？",
        "zh-TW":
          "六個節點裡有一個三副本的 Deployment：五個工作節點，以及一個帶 NoSchedule 污點的控制平面。現在套用一個範本相同的 DaemonSet。它會有幾個 Pod？",
      },
      atMs: 22_000,
      from: "nodes",
      page: "daemonsets/default/log-collector",
      answers: [
        {
          words: { en: "Three, like the Deployment.", "zh-CN": "三个，和 Deployment 一样。", "zh-TW": "三個，和 Deployment 一樣。" },
          holds: (cluster) => podsOf(cluster, KEY).length === 3,
        },
        {
          words: { en: "Five, one on each worker.", "zh-CN": "五个，每个工作节点一个。", "zh-TW": "五個，每個工作節點一個。" },
          holds: (cluster) => podsOf(cluster, KEY).length === 5,
        },
        {
          words: { en: "Six, one on each node.", "zh-CN": "六个，每个节点一个。", "zh-TW": "六個，每個節點一個。" },
          holds: (cluster) => podsOf(cluster, KEY).length === 6,
        },
      ],
      why: {
        en: "The field replicas is gone, and nodes count. The control plane has a taint that the template does not tolerate.",
        "zh-CN": "没有 replicas 字段，Pod 数由节点决定。控制平面带有模板不容忍的污点。",
        "zh-TW": "沒有 replicas 欄位，Pod 數由節點決定。控制平面帶有範本不容忍的污點。",
      },
      concept: "placement",
      rule: "P1",
    },
    {
      kind: "question",
      words: {
        en: "The Deployment is deleted. Its pods have the same labels as those of the DaemonSet. What will happen to the pods of the DaemonSet?",
        "zh-CN": "Deployment 被删除。它的 Pod 和 DaemonSet 的 Pod 标签相同。DaemonSet 的 Pod 会怎样？",
        "zh-TW": "Deployment 被刪除。它的 Pod 和 DaemonSet 的 Pod 標籤相同。DaemonSet 的 Pod 會怎樣？",
      },
      atMs: 38_000,
      from: "daemonsets/default/log-collector",
      page: "daemonsets/default/log-collector",
      answers: [
        {
          words: { en: "They are deleted too.", "zh-CN": "它们也会被删除。", "zh-TW": "它們也會被刪除。" },
          holds: (cluster) => podsOf(cluster, KEY).length === 0,
        },
        {
          words: { en: "They all run on.", "zh-CN": "它们全都照常运行。", "zh-TW": "它們全都照常執行。" },
          holds: (cluster) => podsOf(cluster, KEY).filter(isReady).length === 5,
        },
      ],
      why: {
        en: "A pod belongs to the controller in its owner reference. By labels a controller adopts pods without an owner, and releases its own pods that no longer match.",
        "zh-CN": "Pod 属于它的属主引用所指的控制器。控制器按标签收养没有属主的 Pod，并释放自己不再匹配的 Pod。",
        "zh-TW": "Pod 屬於它的擁有者引用所指的控制器。控制器按標籤收養沒有擁有者的 Pod，並釋出自己不再符合的 Pod。",
      },
      concept: "reported-and-derived",
      rule: "C1",
    },
    {
      kind: "question",
      words: {
        en: "The template gets a toleration for the control plane. What will happen to the five pods that run?",
        "zh-CN": "模板加上对控制平面的容忍度。正在运行的五个 Pod 会怎样？",
        "zh-TW": "範本加上對控制平面的容忍度。正在執行的五個 Pod 會怎樣？",
      },
      atMs: 110_000,
      from: "daemonsets/default/log-collector",
      page: "daemonsets/default/log-collector",
      answers: [
        {
          words: {
            en: "They stay as they are, and a sixth pod is created.",
            "zh-CN": "它们保持原样，另外创建第六个 Pod。",
            "zh-TW": "它們維持原樣，另外建立第六個 Pod。",
          },
          holds: (cluster) => podsOf(cluster, KEY).length === 6 && podsOf(cluster, KEY).some((pod) => !isUpdated(cluster, KEY, pod)),
        },
        {
          words: {
            en: "They are all replaced, and a sixth pod is created.",
            "zh-CN": "它们全都被替换，另外创建第六个 Pod。",
            "zh-TW": "它們全都被替換，另外建立第六個 Pod。",
          },
          holds: (cluster) => podsOf(cluster, KEY).length === 6 && podsOf(cluster, KEY).every((pod) => isUpdated(cluster, KEY, pod)),
        },
        {
          words: {
            en: "Nothing, until each pod is deleted by hand.",
            "zh-CN": "什么都不会发生，直到有人手动删除每个 Pod。",
            "zh-TW": "什麼都不會發生，直到有人手動刪除每個 Pod。",
          },
          holds: (cluster) => podsOf(cluster, KEY).length < 6,
        },
      ],
      why: {
        en: "Each change of the template is a new revision, even if the containers stay the same. Under RollingUpdate all pods are replaced within the budget.",
        "zh-CN": "模板的任何变化都是一个新的修订版本，容器不变也一样。在 RollingUpdate 策略下，所有 Pod 都会在额度内被替换。",
        "zh-TW": "範本的任何變化都是一個新的修訂版本，容器不變也一樣。在 RollingUpdate 策略下，所有 Pod 都會在額度內被替換。",
      },
      concept: "budget",
      rule: "R6",
    },
    {
      kind: "exercise",
      words: {
        en: "redis is a Deployment of two replicas, so three workers have no cache. Make it a DaemonSet with the same name and template: one Ready pod on each of the five workers. The form below has the manifest of the Deployment.",
        "zh-CN":
          "redis 是一个两副本的 Deployment，所以有三个工作节点没有缓存。请把它改成名称和模板都相同的 DaemonSet：五个工作节点上各有一个就绪的 Pod。下面的表单里有这个 Deployment 的清单。",
        "zh-TW":
          "redis 是一個兩副本的 Deployment，所以有三個工作節點沒有快取。請把它改成名稱和範本都相同的 DaemonSet：五個工作節點上各有一個就緒的 Pod。下面的表單裡有這個 Deployment 的清單。",
      },
      atMs: 120_000,
      from: "",
      page: "",
      row: "daemonsets/default/redis",
      manifest: stringify(REDIS),
      goal: (cluster) => isSame(cachedWorkers(cluster), WORKERS),
      losses: [
        {
          words: {
            en: "The Deployment was deleted before all workers had a pod of the DaemonSet.",
            "zh-CN": "还有工作节点没有 DaemonSet 的 Pod，Deployment 就被删除了。",
            "zh-TW": "還有工作節點沒有 DaemonSet 的 Pod，Deployment 就被刪除了。",
          },
          holds: (cluster) => cluster.get("deployments", "default", "redis") === undefined && !isSame(cachedWorkers(cluster), WORKERS),
        },
      ],
      why: {
        en: "The kind changes, and replicas and strategy go: a DaemonSet has neither, so the API server refuses both. Selector and template stay. Delete the Deployment last, so that each node always has a cache.",
        "zh-CN":
          "kind 要改，replicas 和 strategy 要去掉：DaemonSet 没有这两个字段，所以 API 服务器会拒绝。选择器和模板不变。最后才删除 Deployment，这样节点上一直有缓存。",
        "zh-TW":
          "kind 要改，replicas 和 strategy 要拿掉：DaemonSet 沒有這兩個欄位，所以 API 伺服器會拒絕。選擇器和範本不變。最後才刪除 Deployment，這樣節點上一直有快取。",
      },
      concept: "placement",
      rule: "P1",
    },
  ],
};
