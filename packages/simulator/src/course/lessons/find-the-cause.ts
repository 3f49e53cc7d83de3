import { isReady, labelsOf, nodeNameOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { daemonSet, deleted, isSelected, nodeOf, podsOf, touched, untolerated } from "../checks.ts";
import type { CourseCluster, Lesson } from "../lesson.ts";

const KEY = "security/falco";
const NODES = 9;

const gpuNodes = (cluster: CourseCluster) => cluster.list("nodes").filter((node) => labelsOf(node).pool === "gpu");
const podsOnGpu = (cluster: CourseCluster) => {
  const names = new Set(gpuNodes(cluster).map(({ metadata }) => metadata.name));
  return podsOf(cluster, KEY).filter((pod) => names.has(nodeOf(pod)));
};
const isTainted = (cluster: CourseCluster): boolean =>
  gpuNodes(cluster).length === NODES && gpuNodes(cluster).every((node) => untolerated(node, undefined).length > 0);

export const findTheCause: Lesson = {
  name: "find-the-cause",
  story: "tour",
  title: { en: "Find the cause", "zh-CN": "找出原因", "zh-TW": "找出原因" },
  steps: [
    {
      kind: "question",
      words: {
        en: "A cluster of 48 nodes has a gpu pool of nine. falco runs on almost all nodes, but on none of the gpu pool. Look at the pages, then answer: why?",
        "zh-CN":
          "一个 48 节点的集群有一个九节点的 gpu 节点池。falco 几乎在所有节点上运行，gpu 节点池里却一个都没有。请查看各个页面，然后回答：为什么？",
        "zh-TW":
          "一個 48 節點的叢集有一個九節點的 gpu 節點集區。falco 幾乎在所有節點上執行，gpu 節點集區裡卻一個都沒有。請檢視各個頁面，然後回答：為什麼？",
      },
      atMs: 0,
      from: "",
      page: "daemonsets/security/falco?node=gpu-01",
      answers: [
        {
          words: {
            en: "The nodes lack a label that falco selects.",
            "zh-CN": "这些节点没有 falco 选择的标签。",
            "zh-TW": "這些節點沒有 falco 選擇的標籤。",
          },
          holds: (cluster) => gpuNodes(cluster).some((node) => !isSelected(node, daemonSet(cluster, KEY))),
        },
        {
          words: {
            en: "The nodes are full, and the pods wait for the scheduler.",
            "zh-CN": "这些节点满了，Pod 在等待调度器。",
            "zh-TW": "這些節點滿了，Pod 在等待排程器。",
          },
          holds: (cluster) => podsOnGpu(cluster).some((pod) => nodeNameOf(pod) === undefined),
        },
        {
          words: {
            en: "The nodes have a taint that falco does not tolerate.",
            "zh-CN": "这些节点有 falco 不容忍的污点。",
            "zh-TW": "這些節點有 falco 不容忍的污點。",
          },
          holds: (cluster) =>
            podsOnGpu(cluster).length === 0 && gpuNodes(cluster).some((node) => untolerated(node, daemonSet(cluster, KEY)).length > 0),
        },
      ],
      why: {
        en: "Each check has its own line in the panel of the node. Desired does not count these nodes, so no number of falco is wrong.",
        "zh-CN": "节点的面板里，每项检查占一行。期望数不算这些节点，所以 falco 的数字都没有异常。",
        "zh-TW": "節點的面板裡，每項檢查佔一行。期望數不算這些節點，所以 falco 的數字都沒有異常。",
      },
      concept: "placement",
      rule: "P1",
    },
    {
      kind: "exercise",
      words: {
        en: "Give falco a Ready pod on all nine gpu nodes, without touching the nodes.",
        "zh-CN": "让 falco 在全部九个 gpu 节点上都有就绪的 Pod，但不要改动节点。",
        "zh-TW": "讓 falco 在全部九個 gpu 節點上都有就緒的 Pod，但不要改動節點。",
      },
      atMs: 0,
      from: "daemonsets/security/falco",
      page: "daemonsets/security/falco",
      goal: (cluster) => podsOnGpu(cluster).filter(isReady).length === NODES,
      losses: [deleted(KEY), touched((cluster) => !isTainted(cluster))],
      why: {
        en: "A toleration for the key nvidia.com/gpu is enough. A toleration with the operator Exists and no key tolerates all taints.",
        "zh-CN": "容忍键 nvidia.com/gpu 就够了。只写运算符 Exists 而不写键，会容忍所有污点。",
        "zh-TW": "容忍鍵 nvidia.com/gpu 就夠了。只寫運算子 Exists 而不寫鍵，會容忍所有污點。",
      },
      concept: "placement",
      rule: "P9",
    },
  ],
};
