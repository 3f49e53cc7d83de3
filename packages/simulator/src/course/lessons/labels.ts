import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { daemonSet, deleted, isSame, podsOf, readyNodes, templateOf } from "../checks.ts";
import type { CourseCluster, Lesson } from "../lesson.ts";

const KEY = "default/hw-rng";
const selectorOf = (cluster: CourseCluster): string => JSON.stringify(objectIn(templateOf(daemonSet(cluster, KEY)), "nodeSelector"));

export const labels: Lesson = {
  name: "labels",
  story: "hw-rng",
  title: { en: "Labels and node selectors", "zh-CN": "标签和节点选择器", "zh-TW": "標籤和節點選擇器" },
  steps: [
    {
      kind: "question",
      words: {
        en: "hw-rng selects nodes with the label feature=hw-rng. None of the three nodes has it. Now worker-2 gets the label. What will happen?",
        "zh-CN": "hw-rng 选择带有标签 feature=hw-rng 的节点，三个节点都没有。现在 worker-2 得到这个标签。会发生什么？",
        "zh-TW": "hw-rng 選擇帶有標籤 feature=hw-rng 的節點，三個節點都沒有。現在 worker-2 得到這個標籤。會發生什麼？",
      },
      atMs: 20_000,
      from: "daemonsets/default/hw-rng",
      page: "daemonsets/default/hw-rng?node=worker-2",
      answers: [
        {
          words: { en: "worker-2 gets a pod.", "zh-CN": "worker-2 得到一个 Pod。", "zh-TW": "worker-2 得到一個 Pod。" },
          holds: (cluster) => isSame(readyNodes(cluster, KEY), ["worker-2"]),
        },
        {
          words: {
            en: "Nothing, until the DaemonSet is applied again.",
            "zh-CN": "什么都不会发生，直到再次应用 DaemonSet。",
            "zh-TW": "什麼都不會發生，直到再次套用 DaemonSet。",
          },
          holds: (cluster) => podsOf(cluster, KEY).length === 0,
        },
        {
          words: { en: "All three nodes get a pod.", "zh-CN": "三个节点都得到一个 Pod。", "zh-TW": "三個節點都得到一個 Pod。" },
          holds: (cluster) => readyNodes(cluster, KEY).length === 3,
        },
      ],
      why: {
        en: "The controller watches the nodes. After each change of a label it compares the node with the selector again.",
        "zh-CN": "控制器监视节点。标签每变一次，它就再次用选择器比较这个节点。",
        "zh-TW": "控制器監看節點。標籤每變一次，它就再次用選擇器比較這個節點。",
      },
      concept: "placement",
      rule: "P3",
    },
    {
      kind: "question",
      words: {
        en: "The label is removed from worker-2. What will happen to the pod?",
        "zh-CN": "worker-2 的标签被移除。这个 Pod 会怎样？",
        "zh-TW": "worker-2 的標籤被移除。這個 Pod 會怎樣？",
      },
      atMs: 50_000,
      from: "nodes/worker-2",
      page: "daemonsets/default/hw-rng?node=worker-2",
      answers: [
        {
          words: {
            en: "It stays, but no new one would be created.",
            "zh-CN": "它会留下，但不会再创建新的。",
            "zh-TW": "它會留下，但不會再建立新的。",
          },
          holds: (cluster) => isSame(readyNodes(cluster, KEY), ["worker-2"]),
        },
        {
          words: { en: "The controller deletes it.", "zh-CN": "控制器删除它。", "zh-TW": "控制器刪除它。" },
          holds: (cluster) => podsOf(cluster, KEY).length === 0,
        },
        {
          words: { en: "It moves to another node.", "zh-CN": "它移到另一个节点。", "zh-TW": "它移到另一個節點。" },
          holds: (cluster) => readyNodes(cluster, KEY).some((node) => node !== "worker-2"),
        },
      ],
      why: {
        en: "A node that the selector no longer matches is excluded, and its pod is deleted. A NoSchedule taint is milder: the pod would stay.",
        "zh-CN": "选择器不再匹配的节点会被排除，它的 Pod 被删除。NoSchedule 污点更温和：Pod 会留下。",
        "zh-TW": "選擇器不再符合的節點會被排除，它的 Pod 被刪除。NoSchedule 污點更溫和：Pod 會留下。",
      },
      concept: "placement",
      rule: "P1",
    },
    {
      kind: "exercise",
      words: {
        en: "Run hw-rng on worker-1 and worker-3, and on no other node. Do not change the DaemonSet.",
        "zh-CN": "让 hw-rng 在 worker-1 和 worker-3 上运行，其他节点上都没有。不要改动 DaemonSet。",
        "zh-TW": "讓 hw-rng 在 worker-1 和 worker-3 上執行，其他節點上都沒有。不要改動 DaemonSet。",
      },
      atMs: 50_000,
      from: "daemonsets/default/hw-rng",
      page: "daemonsets/default/hw-rng",
      goal: (cluster) => isSame(readyNodes(cluster, KEY), ["worker-1", "worker-3"]),
      losses: [
        deleted(KEY),
        {
          words: {
            en: "The node selector of hw-rng was changed.",
            "zh-CN": "hw-rng 的节点选择器被改动了。",
            "zh-TW": "hw-rng 的節點選擇器被改動了。",
          },
          holds: (cluster) => daemonSet(cluster, KEY) !== undefined && selectorOf(cluster) !== '{"feature":"hw-rng"}',
        },
      ],
      why: {
        en: "A label on a node is enough. kubectl label node worker-1 feature=hw-rng does the same as the form.",
        "zh-CN": "给节点加标签就够了。kubectl label node worker-1 feature=hw-rng 和表单的作用相同。",
        "zh-TW": "給節點加標籤就夠了。kubectl label node worker-1 feature=hw-rng 和表單的作用相同。",
      },
      concept: "placement",
      rule: "P3",
    },
  ],
};
