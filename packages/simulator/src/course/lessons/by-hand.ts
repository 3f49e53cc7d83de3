import { isReady } from "@daemonscope/simulated-apiserver/objects/objects";
import { deleted, isUpdated, mostNodesWithout, nodeOf, podsOf } from "../checks.ts";
import type { CourseCluster, Lesson } from "../lesson.ts";

const KEY = "kube-system/fluentd-elasticsearch";
const NODES = 6;

const updated = (cluster: CourseCluster) => podsOf(cluster, KEY).filter((pod) => isUpdated(cluster, KEY, pod));
const podOnFirst = (cluster: CourseCluster) => podsOf(cluster, KEY).find((pod) => nodeOf(pod) === "worker-01");

export const byHand: Lesson = {
  name: "by-hand",
  story: "on-delete",
  title: { en: "The strategy OnDelete", "zh-CN": "更新策略 OnDelete", "zh-TW": "更新策略 OnDelete" },
  steps: [
    {
      kind: "question",
      words: {
        en: "An agent runs on six nodes, with the strategy OnDelete. Its image changes. What will happen?",
        "zh-CN": "一个代理程序在六个节点上运行，策略是 OnDelete。现在换镜像。会发生什么？",
        "zh-TW": "一個代理程式在六個節點上執行，策略是 OnDelete。現在換映像檔。會發生什麼？",
      },
      atMs: 12_000,
      from: "",
      page: "daemonsets/kube-system/fluentd-elasticsearch",
      answers: [
        {
          words: { en: "All pods stay.", "zh-CN": "所有 Pod 都不动。", "zh-TW": "所有 Pod 都不動。" },
          holds: (cluster) => updated(cluster).length === 0,
        },
        {
          words: { en: "The pods are replaced, one at a time.", "zh-CN": "Pod 会被替换，一次一个。", "zh-TW": "Pod 會被替換，一次一個。" },
          holds: (cluster) => updated(cluster).length > 0 && updated(cluster).length < NODES,
        },
        {
          words: { en: "All pods are replaced at once.", "zh-CN": "所有 Pod 同时被替换。", "zh-TW": "所有 Pod 同時被替換。" },
          holds: (cluster) => updated(cluster).length === NODES,
        },
      ],
      why: {
        en: "Under OnDelete the controller deletes no pod for an update. It waits for a user, so this is not a stuck rollout.",
        "zh-CN": "在 OnDelete 策略下，控制器不会为更新删除 Pod。它等待用户删除，所以这不是卡住的更新。",
        "zh-TW": "在 OnDelete 策略下，控制器不會為更新刪除 Pod。它等待使用者刪除，所以這不是卡住的更新。",
      },
      concept: "concern",
      rule: "R10",
    },
    {
      kind: "question",
      words: {
        en: "A user deletes the pod of worker-01. What will happen on worker-01?",
        "zh-CN": "有人删除 worker-01 的 Pod。worker-01 上会发生什么？",
        "zh-TW": "有人刪除 worker-01 的 Pod。worker-01 上會發生什麼？",
      },
      atMs: 24_000,
      from: "nodes",
      page: "daemonsets/kube-system/fluentd-elasticsearch?node=worker-01",
      answers: [
        {
          words: { en: "A pod with the old image is created.", "zh-CN": "创建一个旧镜像的 Pod。", "zh-TW": "建立一個舊映像檔的 Pod。" },
          holds: (cluster) => podOnFirst(cluster) !== undefined && updated(cluster).length === 0,
        },
        {
          words: { en: "A pod with the new image is created.", "zh-CN": "创建一个新镜像的 Pod。", "zh-TW": "建立一個新映像檔的 Pod。" },
          holds: (cluster) => updated(cluster).some((pod) => nodeOf(pod) === "worker-01"),
        },
        {
          words: { en: "The node stays without a pod.", "zh-CN": "这个节点一直没有 Pod。", "zh-TW": "這個節點一直沒有 Pod。" },
          holds: (cluster) => podOnFirst(cluster) === undefined,
        },
      ],
      why: {
        en: "Each node that needs a pod and has none gets one from the current template. The old template is not used again.",
        "zh-CN": "应该有 Pod 却没有的节点，会得到一个按当前模板创建的 Pod。旧模板不再使用。",
        "zh-TW": "應該有 Pod 卻沒有的節點，會得到一個依目前範本建立的 Pod。舊範本不再使用。",
      },
      concept: "placement",
      rule: "R10",
    },
    {
      kind: "exercise",
      words: {
        en: "Three pods are still old. Update all pods, with never more than one node without a Ready pod.",
        "zh-CN": "还有三个 Pod 是旧的。请更新所有 Pod，任何时刻最多只有一个节点没有就绪的 Pod。",
        "zh-TW": "還有三個 Pod 是舊的。請更新所有 Pod，任何時刻最多只有一個節點沒有就緒的 Pod。",
      },
      atMs: 46_000,
      from: "daemonsets/kube-system/fluentd-elasticsearch",
      page: "daemonsets/kube-system/fluentd-elasticsearch",
      goal: (cluster) => updated(cluster).filter(isReady).length === NODES,
      losses: [
        deleted(KEY),
        {
          words: {
            en: "Two nodes were without a Ready pod at the same time.",
            "zh-CN": "有两个节点同时没有就绪的 Pod。",
            "zh-TW": "有兩個節點同時沒有就緒的 Pod。",
          },
          holds: (cluster) => mostNodesWithout(cluster, KEY) > 1,
        },
      ],
      why: {
        en: "You can wait for each new pod before you delete the next old one. RollingUpdate with maxUnavailable 1 waits for you.",
        "zh-CN": "可以等每个新 Pod 就绪，再删下一个旧的。也可以用 RollingUpdate 和 maxUnavailable 1，由它来等。",
        "zh-TW": "可以等每個新 Pod 就緒，再刪下一個舊的。也可以用 RollingUpdate 和 maxUnavailable 1，由它來等。",
      },
      concept: "budget",
      rule: "B6",
    },
  ],
};
