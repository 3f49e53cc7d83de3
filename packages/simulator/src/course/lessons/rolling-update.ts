import { isReady } from "@daemonscope/simulated-apiserver/objects/objects";
import { daemonSet, deleted, imageOf, podsOf, reported, revisionsOf } from "../checks.ts";
import type { CourseCluster, Lesson } from "../lesson.ts";

const KEY = "kube-system/fluentd-elasticsearch";
const NODES = 12;

const nodesWithout = (cluster: CourseCluster): number => NODES - reported(daemonSet(cluster, KEY), "numberReady");
const revisions = (cluster: CourseCluster): number => revisionsOf(cluster, KEY).length;

export const rollingUpdate: Lesson = {
  name: "rolling-update",
  story: "image-update",
  title: { en: "A rolling update", "zh-CN": "滚动更新", "zh-TW": "滾動更新" },
  steps: [
    {
      kind: "question",
      words: {
        en: "fluentd-elasticsearch runs on 12 nodes, with maxUnavailable 2. Its image changes. How many nodes are without a Ready pod in the middle of the update?",
        "zh-CN": "fluentd-elasticsearch 在 12 个节点上运行，maxUnavailable 为 2。现在换镜像。更新进行到一半时，有几个节点没有就绪的 Pod？",
        "zh-TW":
          "fluentd-elasticsearch 在 12 個節點上執行，maxUnavailable 為 2。現在換映像檔。更新進行到一半時，有幾個節點沒有就緒的 Pod？",
      },
      atMs: 12_000,
      from: "daemonsets/kube-system/fluentd-elasticsearch",
      page: "daemonsets/kube-system/fluentd-elasticsearch",
      answers: [
        {
          words: {
            en: "None: each new pod starts before the old one goes.",
            "zh-CN": "没有：每个新 Pod 都在旧的消失之前启动。",
            "zh-TW": "沒有：每個新 Pod 都在舊的消失之前啟動。",
          },
          holds: (cluster) => nodesWithout(cluster) === 0,
        },
        {
          words: { en: "At most two.", "zh-CN": "最多两个。", "zh-TW": "最多兩個。" },
          holds: (cluster) => nodesWithout(cluster) > 0 && nodesWithout(cluster) <= 2,
        },
        {
          words: { en: "All of them, for a moment.", "zh-CN": "短时间内全部都没有。", "zh-TW": "短時間內全部都沒有。" },
          holds: (cluster) => nodesWithout(cluster) > 2,
        },
      ],
      why: {
        en: "Without maxSurge the old pod is deleted first, then the new one is created. maxUnavailable is the budget: at most two nodes may lack an available pod. The page calls each of them a slot.",
        "zh-CN":
          "没有 maxSurge 时，先删除旧 Pod，再创建新的。maxUnavailable 就是额度：最多两个节点可以没有可用的 Pod。页面把每个位置叫做一个名额。",
        "zh-TW":
          "沒有 maxSurge 時，先刪除舊 Pod，再建立新的。maxUnavailable 就是額度：最多兩個節點可以沒有可用的 Pod。頁面把每個位置叫做一個名額。",
      },
      concept: "budget",
      rule: "B3",
    },
    {
      kind: "question",
      words: {
        en: "The update ends. Does the cluster still have the old template?",
        "zh-CN": "更新结束。集群里还有旧模板吗？",
        "zh-TW": "更新結束。叢集裡還有舊範本嗎？",
      },
      atMs: 100_000,
      from: "nodes",
      page: "daemonsets/kube-system/fluentd-elasticsearch/changes",
      answers: [
        {
          words: { en: "No: the new template replaced it.", "zh-CN": "没有：新模板取代了它。", "zh-TW": "沒有：新範本取代了它。" },
          holds: (cluster) => revisions(cluster) === 1,
        },
        {
          words: {
            en: "Yes, as a second ControllerRevision.",
            "zh-CN": "有，保存在另一个 ControllerRevision 里。",
            "zh-TW": "有，儲存在另一個 ControllerRevision 裡。",
          },
          holds: (cluster) => revisions(cluster) === 2,
        },
      ],
      why: {
        en: "A DaemonSet has no ReplicaSets. Its templates are ControllerRevisions, and an undo copies an old one back.",
        "zh-CN": "DaemonSet 没有 ReplicaSet。它的模板存为 ControllerRevision，回滚就是把旧的复制回来。",
        "zh-TW": "DaemonSet 沒有 ReplicaSet。它的範本存為 ControllerRevision，復原就是把舊的複製回來。",
      },
      concept: "budget",
      rule: "R6",
    },
    {
      kind: "exercise",
      words: {
        en: "Go back to the image v2.5.1 on all 12 nodes.",
        "zh-CN": "让全部 12 个节点回到镜像 v2.5.1。",
        "zh-TW": "讓全部 12 個節點回到映像檔 v2.5.1。",
      },
      atMs: 100_000,
      from: "daemonsets/kube-system/fluentd-elasticsearch",
      page: "daemonsets/kube-system/fluentd-elasticsearch",
      goal: (cluster) => podsOf(cluster, KEY).filter((pod) => isReady(pod) && imageOf(pod).endsWith(":v2.5.1")).length === NODES,
      losses: [deleted(KEY)],
      why: {
        en: "Undo, or kubectl rollout undo, starts a rollout to the old template. It has the same budget as the update, and needs about the same time.",
        "zh-CN": "回滚（kubectl rollout undo）就是更新到旧模板：额度与那次更新相同，时间也差不多。",
        "zh-TW": "復原（kubectl rollout undo）就是更新到舊範本：額度與那次更新相同，時間也差不多。",
      },
      concept: "budget",
      rule: "R6",
    },
  ],
};
