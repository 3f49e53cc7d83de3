import { controllerOf } from "@daemonscope/kube/owner";
import { listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { isReady } from "@daemonscope/simulated-apiserver/objects/objects";
import { daemonSet, imageOf, podsOf, podsOfApp, templateOf } from "../checks.ts";
import type { Answer, CourseCluster, Lesson } from "../lesson.ts";

const KEY = "default/node-agent";
const APP = "node-agent";
const NODES = 5;

const orphans = (cluster: CourseCluster) => podsOfApp(cluster, APP).filter(({ metadata }) => controllerOf(metadata) === undefined);
/** Returns the number of pods with the image of the template. */
const newPods = (cluster: CourseCluster): number => {
  const [container] = listIn(templateOf(daemonSet(cluster, KEY)), "containers");
  return podsOf(cluster, KEY).filter((pod) => imageOf(pod) === objectIn({ container }, "container").image).length;
};

/** The answers to the question what happens to orphaned pods if a DaemonSet with their selector is applied. */
const ADOPTIONS: readonly Answer[] = [
  {
    words: {
      en: "They run on next to five new pods.",
      "zh-CN": "它们照常运行，和五个新 Pod 并存。",
      "zh-TW": "它們照常執行，和五個新 Pod 並存。",
    },
    holds: (cluster) => podsOfApp(cluster, APP).length > NODES,
  },
  {
    words: { en: "They are adopted, and keep the old image.", "zh-CN": "它们被收养，保留旧镜像。", "zh-TW": "它們被收養，保留舊映像檔。" },
    holds: (cluster) => podsOf(cluster, KEY).length === NODES && newPods(cluster) < NODES,
  },
  {
    words: {
      en: "They are adopted, and then replaced one by one.",
      "zh-CN": "它们被收养，然后逐个被替换。",
      "zh-TW": "它們被收養，然後逐個被替換。",
    },
    holds: (cluster) => podsOf(cluster, KEY).length === NODES && newPods(cluster) === NODES,
  },
];

export const owners: Lesson = {
  name: "owners",
  story: "orphan-and-adopt",
  title: { en: "Who owns a pod?", "zh-CN": "Pod 属于谁？", "zh-TW": "Pod 屬於誰？" },
  steps: [
    {
      kind: "question",
      words: {
        en: "node-agent runs on five nodes. A user deletes it with --cascade=orphan. What will happen to its pods?",
        "zh-CN": "node-agent 在五个节点上运行。有人用 --cascade=orphan 删除它。它的 Pod 会怎样？",
        "zh-TW": "node-agent 在五個節點上執行。有人用 --cascade=orphan 刪除它。它的 Pod 會怎樣？",
      },
      atMs: 12_000,
      from: "daemonsets/default/node-agent",
      page: "nodes/worker-1",
      row: "pods/default/node-agent",
      answers: [
        {
          words: { en: "They are deleted too.", "zh-CN": "它们也会被删除。", "zh-TW": "它們也會被刪除。" },
          holds: (cluster) => podsOfApp(cluster, APP).length === 0,
        },
        {
          words: { en: "They run on, without an owner.", "zh-CN": "它们照常运行，但没有属主。", "zh-TW": "它們照常執行，但沒有擁有者。" },
          holds: (cluster) => daemonSet(cluster, KEY) === undefined && orphans(cluster).length === NODES,
        },
        {
          words: {
            en: "The DaemonSet cannot be deleted while it has pods.",
            "zh-CN": "有 Pod 时，DaemonSet 不能删除。",
            "zh-TW": "有 Pod 時，DaemonSet 不能刪除。",
          },
          holds: (cluster) => daemonSet(cluster, KEY) !== undefined,
        },
      ],
      why: {
        en: "The garbage collector deletes the pods of a deleted owner. With orphan it removes their owner references instead.",
        "zh-CN": "属主被删除后，垃圾回收器会删除它的 Pod。使用 orphan 时，它改为移除属主引用。",
        "zh-TW": "擁有者被刪除後，垃圾回收器會刪除它的 Pod。使用 orphan 時，它改為移除擁有者引用。",
      },
      concept: "reported-and-derived",
      rule: "C1",
    },
    {
      kind: "question",
      words: {
        en: "Now the pod of worker-3 is deleted. What will happen on worker-3?",
        "zh-CN": "现在删除 worker-3 的 Pod。worker-3 上会发生什么？",
        "zh-TW": "現在刪除 worker-3 的 Pod。worker-3 上會發生什麼？",
      },
      atMs: 23_000,
      from: "nodes",
      page: "nodes/worker-3",
      answers: [
        {
          words: { en: "A new pod is created.", "zh-CN": "创建一个新的 Pod。", "zh-TW": "建立一個新的 Pod。" },
          holds: (cluster) => podsOfApp(cluster, APP).length === NODES,
        },
        {
          words: { en: "The node stays without a pod.", "zh-CN": "这个节点一直没有 Pod。", "zh-TW": "這個節點一直沒有 Pod。" },
          holds: (cluster) => podsOfApp(cluster, APP).length === NODES - 1,
        },
      ],
      why: {
        en: "No controller owns these pods, so no controller replaces one.",
        "zh-CN": "没有控制器拥有这些 Pod，所以也没有控制器替换它们。",
        "zh-TW": "沒有控制器擁有這些 Pod，所以也沒有控制器替換它們。",
      },
      concept: "placement",
      rule: "C1",
    },
    {
      kind: "question",
      words: {
        en: "A DaemonSet with the same selector and a newer image is applied. What will happen to the four pods that run?",
        "zh-CN": "现在应用一个选择器相同、镜像更新的 DaemonSet。正在运行的四个 Pod 会怎样？",
        "zh-TW": "現在套用一個選擇器相同、映像檔更新的 DaemonSet。正在執行的四個 Pod 會怎樣？",
      },
      atMs: 70_000,
      from: "nodes",
      page: "daemonsets/default/node-agent?node=worker-3",
      answers: ADOPTIONS,
      why: {
        en: "The selector finds pods without an owner, and the controller adopts them. Their template generation is 2 and that of the new DaemonSet is 1. So they count as old, and the rollout replaces them.",
        "zh-CN":
          "选择器找到没有属主的 Pod，控制器就收养它们。它们的 template generation 是 2，新 DaemonSet 的是 1，所以算旧 Pod，更新时会被替换。",
        "zh-TW":
          "選擇器找到沒有擁有者的 Pod，控制器就收養它們。它們的 template generation 是 2，新 DaemonSet 的是 1，所以算舊 Pod，更新時會被替換。",
      },
      concept: "budget",
      rule: "C5",
    },
    {
      kind: "question",
      words: {
        en: "The same once more: node-agent is deleted with --cascade=orphan, and applied with an even newer image. What will happen to the five pods now?",
        "zh-CN": "再来一次：用 --cascade=orphan 删除 node-agent，然后用更新的镜像重新应用。这次五个 Pod 会怎样？",
        "zh-TW": "再來一次：用 --cascade=orphan 刪除 node-agent，然後用更新的映像檔重新套用。這次五個 Pod 會怎樣？",
      },
      atMs: 95_000,
      from: "nodes",
      page: "daemonsets/default/node-agent?node=worker-3",
      answers: ADOPTIONS,
      why: {
        en: "These pods and the new DaemonSet have the same template generation: 1. Equal generations count as up to date, even if the images differ. So compare the images after an adoption.",
        "zh-CN": "这次 Pod 和新 DaemonSet 的 template generation 都是 1。generation 相同就算最新，即使镜像不同。所以收养之后要比较镜像。",
        "zh-TW":
          "這次 Pod 和新 DaemonSet 的 template generation 都是 1。generation 相同就算最新，即使映像檔不同。所以收養之後要比較映像檔。",
      },
      concept: "budget",
      rule: "C5",
    },
    {
      kind: "exercise",
      words: {
        en: "Delete the DaemonSet node-agent, but let its five pods run on.",
        "zh-CN": "删除 DaemonSet node-agent，但让它的五个 Pod 继续运行。",
        "zh-TW": "刪除 DaemonSet node-agent，但讓它的五個 Pod 繼續執行。",
      },
      atMs: 95_000,
      from: "daemonsets/default/node-agent",
      page: "nodes/worker-3",
      row: "pods/default/node-agent",
      goal: (cluster) => daemonSet(cluster, KEY) === undefined && orphans(cluster).filter(isReady).length === NODES,
      losses: [
        {
          words: { en: "The pods were deleted too.", "zh-CN": "Pod 也被删除了。", "zh-TW": "Pod 也被刪除了。" },
          holds: (cluster) => podsOfApp(cluster, APP).length < NODES && daemonSet(cluster, KEY)?.metadata.deletionTimestamp === undefined,
        },
      ],
      why: {
        en: "kubectl delete ds node-agent --cascade=orphan keeps the pods. An administrator does this before a change of the selector, which cannot be edited.",
        "zh-CN": "kubectl delete ds node-agent --cascade=orphan 会保留 Pod。选择器不能修改，要换选择器时，管理员就这样做。",
        "zh-TW": "kubectl delete ds node-agent --cascade=orphan 會保留 Pod。選擇器不能修改，要換選擇器時，管理員就這樣做。",
      },
      concept: "placement",
      rule: "C1",
    },
  ],
};
