import { taintsOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { daemonSet, deleted, isSame, isUpdated, podsOf, readyNodes, touched, untolerated } from "../checks.ts";
import type { CourseCluster, Lesson } from "../lesson.ts";

const KEY = "default/redis-ds";
const NODE = "control-plane";
const BOTH = [NODE, "worker-1"];
const isTainted = (cluster: CourseCluster): boolean => {
  const node = cluster.get("nodes", undefined, NODE);
  return (
    node !== undefined &&
    taintsOf(node).some(({ key, effect }) => key === "node-role.kubernetes.io/control-plane" && effect === "NoSchedule")
  );
};

export const taints: Lesson = {
  name: "taints",
  story: "control-plane-taint",
  title: { en: "Taints and tolerations", "zh-CN": "污点和容忍度", "zh-TW": "污點和容忍度" },
  steps: [
    {
      kind: "question",
      words: {
        en: "redis-ds has no node selector, and runs on one of two nodes. The control plane has a NoSchedule taint that redis-ds does not tolerate. Now a user removes the taint. What will happen?",
        "zh-CN":
          "redis-ds 没有节点选择器，却只在两个节点中的一个上运行：控制平面带有 redis-ds 不容忍的 NoSchedule 污点。现在有人移除这个污点。会发生什么？",
        "zh-TW":
          "redis-ds 沒有節點選擇器，卻只在兩個節點中的一個上執行：控制平面帶有 redis-ds 不容忍的 NoSchedule 污點。現在有人移除這個污點。會發生什麼？",
      },
      atMs: 75_000,
      from: "daemonsets/default/redis-ds",
      page: "daemonsets/default/redis-ds?node=control-plane",
      answers: [
        {
          words: {
            en: "Nothing: taints count only when a DaemonSet is created.",
            "zh-CN": "什么都不会发生：污点只在创建 DaemonSet 时起作用。",
            "zh-TW": "什麼都不會發生：污點只在建立 DaemonSet 時起作用。",
          },
          holds: (cluster) => isSame(readyNodes(cluster, KEY), ["worker-1"]),
        },
        {
          words: {
            en: "The pod moves from worker-1 to the control plane.",
            "zh-CN": "Pod 从 worker-1 移到控制平面。",
            "zh-TW": "Pod 從 worker-1 移到控制平面。",
          },
          holds: (cluster) => isSame(readyNodes(cluster, KEY), [NODE]),
        },
        {
          words: { en: "The control plane gets a pod too.", "zh-CN": "控制平面也得到一个 Pod。", "zh-TW": "控制平面也得到一個 Pod。" },
          holds: (cluster) => isSame(readyNodes(cluster, KEY), BOTH),
        },
      ],
      why: {
        en: "A taint repels pods that do not tolerate it. Without the taint all checks pass, and the controller creates the pod.",
        "zh-CN": "污点会排斥不容忍它的 Pod。没有了污点，所有检查都通过，控制器就创建 Pod。",
        "zh-TW": "污點會排斥不容忍它的 Pod。沒有了污點，所有檢查都通過，控制器就建立 Pod。",
      },
      concept: "placement",
      rule: "P9",
    },
    {
      kind: "question",
      words: {
        en: "The taint NoSchedule returns to the control plane. What will happen to the pod that runs there?",
        "zh-CN": "NoSchedule 污点回到控制平面。在那里运行的 Pod 会怎样？",
        "zh-TW": "NoSchedule 污點回到控制平面。在那裡執行的 Pod 會怎樣？",
      },
      atMs: 135_000,
      from: "daemonsets/default/redis-ds",
      page: "daemonsets/default/redis-ds?node=control-plane",
      answers: [
        {
          words: { en: "It stays.", "zh-CN": "它会留下。", "zh-TW": "它會留下。" },
          holds: (cluster) => isSame(readyNodes(cluster, KEY), BOTH),
        },
        {
          words: { en: "It is evicted.", "zh-CN": "它会被驱逐。", "zh-TW": "它會被驅逐。" },
          holds: (cluster) => podsOf(cluster, KEY).length === 1,
        },
      ],
      why: {
        en: "NoSchedule keeps new pods away and evicts none. The pod is misscheduled: it may stay, but would not be created again. NoExecute would delete it. The status field numberMisscheduled stays 0 until the controller next reconciles the DaemonSet, so the page shows its own count as derived.",
        "zh-CN":
          "NoSchedule 只挡住新的 Pod，不驱逐已有的。这个 Pod 属于误调度：可以留下，但不会再次创建。NoExecute 才会删除它。控制器下一次处理这个 DaemonSet 之前，状态字段 numberMisscheduled 仍是 0，所以页面另外标出推导的数字。",
        "zh-TW":
          "NoSchedule 只擋住新的 Pod，不驅逐已有的。這個 Pod 屬於誤排程：可以留下，但不會再次建立。NoExecute 才會刪除它。控制器下一次處理這個 DaemonSet 之前，狀態欄位 numberMisscheduled 仍是 0，所以頁面另外標出推導的數字。",
      },
      concept: "reported-and-derived",
      rule: "C7",
    },
    {
      kind: "exercise",
      words: {
        en: "Give redis-ds both nodes, without touching the nodes. Both pods must be desired, up to date and Ready.",
        "zh-CN": "让 redis-ds 在两个节点上都运行，但不要改动节点。两个 Pod 都要计入期望数，是最新版本，并且就绪。",
        "zh-TW": "讓 redis-ds 在兩個節點上都執行，但不要改動節點。兩個 Pod 都要計入期望數，是最新版本，並且就緒。",
      },
      atMs: 135_000,
      from: "daemonsets/default/redis-ds",
      page: "daemonsets/default/redis-ds",
      goal: (cluster) =>
        isSame(readyNodes(cluster, KEY), BOTH) &&
        podsOf(cluster, KEY).every((pod) => isUpdated(cluster, KEY, pod)) &&
        cluster.list("nodes").every((node) => untolerated(node, daemonSet(cluster, KEY)).length === 0),
      losses: [deleted(KEY), touched((cluster) => !isTainted(cluster))],
      why: {
        en: "A toleration in the template admits this DaemonSet only. Under RollingUpdate each change of the template also replaces all of its pods.",
        "zh-CN": "模板里的容忍度只放行这个 DaemonSet。但在 RollingUpdate 策略下，模板每变一次，它的所有 Pod 都会被替换。",
        "zh-TW": "範本裡的容忍度只放行這個 DaemonSet。但在 RollingUpdate 策略下，範本每變一次，它的所有 Pod 都會被替換。",
      },
      concept: "placement",
      rule: "P9",
    },
  ],
};
