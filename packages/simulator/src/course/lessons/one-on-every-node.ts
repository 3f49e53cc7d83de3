import { isReady } from "@daemonscope/simulated-apiserver/objects/objects";
import { daemonSet, isSame, nodeNames, nodeOf, podsOf, readyNodes, reported } from "../checks.ts";
import type { CourseCluster, Lesson } from "../lesson.ts";

const AGENTS = ["default/cilium", "default/fluent-bit", "default/node-exporter"];
const LOST = "default/node-exporter";

/** Returns the pods of the agents on a node. */
const agentsOn = (cluster: CourseCluster, node: string) =>
  AGENTS.flatMap((key) => podsOf(cluster, key).filter((pod) => nodeOf(pod) === node));
const hasTwoOnOneNode = (cluster: CourseCluster) =>
  AGENTS.some((key) => new Set(podsOf(cluster, key).map(nodeOf)).size < podsOf(cluster, key).length);

export const oneOnEveryNode: Lesson = {
  name: "one-on-every-node",
  story: "nodes-come-and-go",
  title: { en: "A node joins, a node leaves", "zh-CN": "节点加入，节点离开", "zh-TW": "節點加入，節點離開" },
  steps: [
    {
      kind: "question",
      words: {
        en: "Four nodes run three agents. Each agent is a DaemonSet. A fifth node, worker-5, joins. Nobody changes the DaemonSets. What will happen?",
        "zh-CN": "四个节点运行三个代理程序，每个代理程序是一个 DaemonSet。第五个节点 worker-5 加入，没有人改动 DaemonSet。会发生什么？",
        "zh-TW": "四個節點執行三個代理程式，每個代理程式是一個 DaemonSet。第五個節點 worker-5 加入，沒有人改動 DaemonSet。會發生什麼？",
      },
      atMs: 25_000,
      from: "nodes",
      page: "nodes/worker-5",
      answers: [
        {
          words: {
            en: "worker-5 gets one pod of each agent.",
            "zh-CN": "worker-5 得到每个代理程序的一个 Pod。",
            "zh-TW": "worker-5 得到每個代理程式的一個 Pod。",
          },
          holds: (cluster) => agentsOn(cluster, "worker-5").filter(isReady).length === AGENTS.length,
        },
        {
          words: {
            en: "Nothing, until a user raises the number of replicas.",
            "zh-CN": "什么都不会发生，直到有人增加副本数。",
            "zh-TW": "什麼都不會發生，直到有人增加副本數。",
          },
          holds: (cluster) => agentsOn(cluster, "worker-5").length === 0,
        },
        {
          words: {
            en: "Some pods move from the other nodes to worker-5.",
            "zh-CN": "一些 Pod 从其他节点移到 worker-5。",
            "zh-TW": "一些 Pod 從其他節點移到 worker-5。",
          },
          holds: (cluster) =>
            agentsOn(cluster, "worker-5").length > 0 && nodeNames(cluster).some((node) => agentsOn(cluster, node).length < AGENTS.length),
        },
      ],
      why: {
        en: "A DaemonSet has no number of replicas. It counts nodes. The controller compares each node with the template, and creates the missing pod once the node is Ready.",
        "zh-CN": "DaemonSet 没有副本数，它按节点计数。控制器逐个节点检查模板是否适用，节点就绪后，为缺 Pod 的节点创建一个。",
        "zh-TW": "DaemonSet 沒有副本數，它依節點計數。控制器逐一檢查範本是否適用於節點，節點就緒後，為缺 Pod 的節點建立一個。",
      },
      concept: "placement",
      rule: "P1",
    },
    {
      kind: "question",
      words: {
        en: "worker-2 is deleted from the cluster. Where are its three pods 100 seconds later?",
        "zh-CN": "worker-2 从集群中删除。100 秒之后，它的三个 Pod 在哪里？",
        "zh-TW": "worker-2 從叢集中刪除。100 秒之後，它的三個 Pod 在哪裡？",
      },
      atMs: 140_000,
      from: "nodes/worker-2",
      page: "nodes",
      answers: [
        {
          words: {
            en: "They are gone, and each DaemonSet desires one pod less.",
            "zh-CN": "它们消失了，每个 DaemonSet 的期望数减一。",
            "zh-TW": "它們消失了，每個 DaemonSet 的期望數減一。",
          },
          holds: (cluster) =>
            agentsOn(cluster, "worker-2").length === 0 &&
            AGENTS.every((key) => reported(daemonSet(cluster, key), "desiredNumberScheduled") === nodeNames(cluster).length),
        },
        {
          words: {
            en: "They run on other nodes, next to the pods there.",
            "zh-CN": "它们在其他节点上运行，和那里的 Pod 并存。",
            "zh-TW": "它們在其他節點上執行，和那裡的 Pod 並存。",
          },
          holds: (cluster) => agentsOn(cluster, "worker-2").length === 0 && hasTwoOnOneNode(cluster),
        },
        {
          words: {
            en: "They are still listed, on the node that is gone.",
            "zh-CN": "它们仍然列在那个已经不在的节点上。",
            "zh-TW": "它們仍然列在那個已經不在的節點上。",
          },
          holds: (cluster) => agentsOn(cluster, "worker-2").length > 0,
        },
      ],
      why: {
        en: "A daemon pod belongs to its node and never moves. The pod garbage collector removes pods of a deleted node after about a minute. No other node needs a second one.",
        "zh-CN": "DaemonSet 的 Pod 属于它的节点，从不移动。节点删除后大约一分钟，Pod 垃圾回收器清理它的 Pod，而别的节点不需要第二个。",
        "zh-TW": "DaemonSet 的 Pod 屬於它的節點，從不移動。節點刪除後大約一分鐘，Pod 垃圾回收器清理它的 Pod，而別的節點不需要第二個。",
      },
      concept: "placement",
      rule: "C8",
    },
    {
      kind: "exercise",
      words: {
        en: "The DaemonSet node-exporter was deleted with its pods. Create it again in the namespace default, with one Ready pod on every node. Apply a manifest below, or use kubectl.",
        "zh-CN":
          "DaemonSet node-exporter 连同它的 Pod 被删除了。请在命名空间 default 里重新创建它，让每个节点上都有一个就绪的 Pod。可以在下面应用清单，也可以用 kubectl。",
        "zh-TW":
          "DaemonSet node-exporter 連同它的 Pod 被刪除了。請在命名空間 default 裡重新建立它，讓每個節點上都有一個就緒的 Pod。可以在下面套用清單，也可以用 kubectl。",
      },
      atMs: 170_000,
      from: "",
      page: "",
      row: "daemonsets/default/node-exporter",
      goal: (cluster) => daemonSet(cluster, LOST) !== undefined && isSame(readyNodes(cluster, LOST), nodeNames(cluster)),
      losses: [],
      why: {
        en: "The manifest names no node and no number. A selector, the labels of the template and a container are enough.",
        "zh-CN": "清单里没有节点，也没有数量。有选择器、模板的标签和一个容器就够了。",
        "zh-TW": "清單裡沒有節點，也沒有數量。有選擇器、範本的標籤和一個容器就夠了。",
      },
      concept: "reported-and-derived",
      rule: "C6",
    },
  ],
};
