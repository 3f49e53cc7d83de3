import { drain } from "@daemonscope/kube/base/drain";
import { stepProblemText } from "@daemonscope/words/english/step-problem-text";
import { describe, expect, it, test } from "vitest";
import type { DaemonSetFacts, NodeFacts } from "../changes/plan-facts.ts";
import { parseStep } from "./parse-step.ts";
import { daemonSetFromDeployment, type ResolvedStep, resolveStep, type StepFacts } from "./resolve-step.ts";

const NODES: readonly NodeFacts[] = [
  { name: "n2", labels: { pool: "gpu-a" }, taints: [{ key: "gpu", effect: "NoSchedule" }], unschedulable: true },
  { name: "n1", labels: { pool: "gpu-a", tier: "x" }, taints: [{ key: "gpu", value: "yes", effect: "NoExecute" }] },
  { name: "web-1", labels: { pool: "web" }, taints: [] },
];
const SET: DaemonSetFacts = {
  namespace: "logging",
  name: "fluent-bit",
  selector: "app=fluent-bit",
  template: { nodeSelector: { pool: "web" }, tolerations: [], hostNetwork: false },
  containers: [{ name: "fluent-bit", image: "img:1" }],
  updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  desired: 1,
};
const facts: StepFacts = {
  cluster: undefined,
  node: (name) => NODES.find((node) => node.name === name),
  nodes: () => NODES,
  daemonSet: (namespace, name) => (namespace === SET.namespace && name === SET.name ? SET : undefined),
  daemonSetKeys: () => ["logging/fluent-bit"],
  hasPod: (_, name) => name === "fluent-bit-1",
};

function resolved(text: string, read: StepFacts = facts): ResolvedStep {
  const step = parseStep(text);
  if (step.kind === "unreadable") throw new Error(`${text}: ${step.expected}`);
  return drain(resolveStep(read, step));
}

const names = (...nodes: readonly string[]) => ({ kind: "changes", nodes });

describe("a step resolves against the current state", () => {
  it.each<readonly [string, object]>([
    [
      "taint -l pool=gpu-a dedicated=ml:NoExecute",
      {
        ...names("n1", "n2"),
        isSoAlready: false,
        changes: [
          { kind: "taint", nodes: ["n1", "n2"], taints: [{ key: "dedicated", value: "ml", effect: "NoExecute" }], overwrite: true },
        ],
      },
    ],
    ["taint n2 gpu:NoSchedule", { ...names("n2"), isSoAlready: true }],
    [
      "taint n1 n2 gpu-",
      {
        isSoAlready: false,
        changes: [
          {
            kind: "untaint",
            nodes: ["n1", "n2"],
            taints: [
              { key: "gpu", effect: "NoExecute" },
              { key: "gpu", effect: "NoSchedule" },
            ],
          },
        ],
      },
    ],
    ["taint web-1 gpu-", { isSoAlready: true }],
    ["label --all pool=web", { ...names("n1", "n2", "web-1"), isSoAlready: false }],
    ["label web-1 pool=web", { isSoAlready: true }],
    ["label n2 tier-", { isSoAlready: true }],
    ["cordon n2 n2", { ...names("n2"), isSoAlready: true }],
    ["leave 'n1'", { ...names("n1"), changes: [{ kind: "nodesLeave", nodes: ["n1"] }] }],
    ["set-image logging/fluent-bit fluent-bit=img:1", { isSoAlready: true }],
    ["set-image logging/fluent-bit fluent-bit=img:2", { isSoAlready: false }],
    ["set-image logging/fluent-bit *=img:1", { isSoAlready: true }],
    [
      "set-image logging/fluent-bit *=img:2",
      {
        isSoAlready: false,
        changes: [
          {
            kind: "editDaemonSet",
            namespace: "logging",
            name: "fluent-bit",
            edit: { kind: "image", container: "fluent-bit", image: "img:2" },
          },
        ],
      },
    ],
    ["set-node-selector logging/fluent-bit pool=web", { isSoAlready: true }],
    ["restart logging/fluent-bit", { isSoAlready: false }],
    ["delete logging/fluent-bit", { changes: [{ kind: "deleteDaemonSet", orphan: false }] }],
    ["delete-pods logging fluent-bit-1", { changes: [{ kind: "deletePods" }] }],
    [
      'apply {"kind":"DaemonSet","metadata":{"name":"fluent-bit","namespace":"logging"}}',
      { changes: [{ kind: "editDaemonSet", edit: { kind: "manifest" } }] },
    ],
    [
      'apply {"kind":"Deployment","metadata":{"name":"x"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c"}]}}}}',
      { changes: [{ kind: "createDaemonSet", manifest: { kind: "DaemonSet", metadata: { name: "x" } } }] },
    ],
  ])("%s", (text, expected) => {
    expect(resolved(text)).toMatchObject(expected);
  });
});

describe("an impossible step gives one sentence and changes nothing", () => {
  it.each<readonly [string, string]>([
    ["cordon web1", 'nodes "web1" not found. Did you mean web-1?'],
    ["cordon -l pool=db", 'no nodes match the selector "pool=db"'],
    ["cordon -l 'pool in db'", "invalid selector \"pool in db\": unable to parse requirement: found 'db' expected: '('"],
    ["taint n1 a=b:NoRun", 'invalid taint "a=b:NoRun": the effect is NoSchedule, PreferNoSchedule or NoExecute'],
    [
      "taint n1 -x=b:NoExecute",
      "invalid taint \"-x=b:NoExecute\": a key is at most 63 letters, digits, '-', '_' and '.', with letters or digits at both ends, and may have a DNS name and '/' before it",
    ],
    [
      "label n1 a=b_",
      "invalid label \"a=b_\": a value is empty, or at most 63 letters, digits, '-', '_' and '.', with letters or digits at both ends",
    ],
    ["restart logging/fluentbit", 'daemonsets.apps "logging/fluentbit" not found. Did you mean logging/fluent-bit?'],
    ["set-image logging/fluent-bit sidecar=x", "DaemonSet logging/fluent-bit has no container sidecar; it has fluent-bit"],
    ["set-requests logging/fluent-bit -c fluent-bit cpu=lots", 'invalid quantity "lots" for cpu: use a form such as 250m, 2 or 1Gi'],
    ["set-host-ports logging/fluent-bit -c fluent-bit 80=70000", "invalid port 70000: use a number from 1 to 65535"],
    ["set-budget logging/fluent-bit maxUnavailable=200%", 'invalid limit "200%": use a whole number, or a percentage up to 100%'],
    [
      "set-budget logging/fluent-bit maxSurge=1",
      "spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero",
    ],
    [
      "set-budget logging/fluent-bit maxUnavailable=0",
      "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0",
    ],
    [
      "set-tolerations logging/fluent-bit a=b:Never",
      'invalid toleration "a=b:Never": the effect is NoSchedule, PreferNoSchedule or NoExecute',
    ],
    ["set-affinity logging/fluent-bit {}", "invalid node affinity: must have at least one node selector term"],
    ["join 0", "0 nodes cannot join: use a number from 1 to 5000"],
    ["join 2 like n9", 'nodes "n9" not found'],
    ["delete-pods logging other", 'pods "logging/other" not found among the pods of DaemonSets'],
    ['apply {"kind":"Secret","metadata":{"name":"s"}}', 'Secret "s": only DaemonSets and Deployments can be evaluated'],
    ['apply {"kind":"DaemonSet","metadata":{"name":"x"}}', "spec.selector: Required value"],
    [
      'apply {"kind":"DaemonSet","metadata":{"name":"fluent-bit","namespace":"logging"},"spec":{"selector":{"matchLabels":{"app":"y"}}}}',
      'spec.selector: Invalid value: {"matchLabels":{"app":"y"}}: field is immutable',
    ],
  ])("%s", (text, sentence) => {
    const step = resolved(text);
    expect(step.kind === "problem" ? stepProblemText(step.problem) : step).toBe(sentence);
  });
});

test("joining nodes copy an existing node, are Ready and get new names", () => {
  const step = resolved("join 2 like n2 --label tier=y --taint gpu=all:NoSchedule --allocatable cpu=4");
  const [change] = step.kind === "changes" ? step.changes : [];
  const manifests = change?.kind === "nodesJoin" ? change.manifests : [];
  expect(manifests.map(({ metadata }) => metadata.name)).toEqual(["n2-new-1", "n2-new-2"]);
  expect(manifests[0]).toMatchObject({
    metadata: { labels: { pool: "gpu-a", tier: "y", "kubernetes.io/hostname": "n2-new-1" } },
    spec: { taints: [{ key: "gpu", value: "all", effect: "NoSchedule" }] },
    status: { allocatable: { cpu: "4" }, conditions: [{ type: "Ready", status: "True" }] },
  });
});

const GPU_TAINT = { key: "gpu", value: "yes", effect: "NoSchedule" };
const NOT_READY = { key: "node.kubernetes.io/not-ready", effect: "NoExecute" };
const OF_KUBELET = { "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64" };
const POOLS = [
  { name: "g1", labels: { ...OF_KUBELET, pool: "gpu", zone: "a", "kubernetes.io/hostname": "g1" }, taints: [GPU_TAINT] },
  { name: "g2", labels: { ...OF_KUBELET, pool: "gpu", zone: "b", "kubernetes.io/hostname": "g2" }, taints: [GPU_TAINT, NOT_READY] },
  { name: "w1", labels: { ...OF_KUBELET, pool: "web", zone: "a", "kubernetes.io/hostname": "w1" }, taints: [] },
];

describe("joining nodes without a model have what the nodes with their labels share", () => {
  it.each<readonly [string, object, readonly object[]]>([
    ["join 1 --label pool=gpu", { ...OF_KUBELET, pool: "gpu" }, [GPU_TAINT]],
    ["join 1 --label pool=web", { ...OF_KUBELET, pool: "web", zone: "a" }, []],
    ["join 1 --label pool=new", { ...OF_KUBELET, pool: "new" }, []],
    ["join 1 --label kubernetes.io/arch=arm64", { ...OF_KUBELET, "kubernetes.io/arch": "arm64" }, []],
    ["join 1", OF_KUBELET, []],
    ["join 1 --label pool=gpu --taint gpu=all:NoSchedule", { ...OF_KUBELET, pool: "gpu" }, [{ ...GPU_TAINT, value: "all" }]],
  ])("%s", (text, labels, taints) => {
    const step = resolved(text, { ...facts, nodes: () => POOLS });
    const [change] = step.kind === "changes" ? step.changes : [];
    const [manifest] = change?.kind === "nodesJoin" ? change.manifests : [];
    expect(manifest?.metadata.labels).toEqual({ ...labels, "kubernetes.io/hostname": "node-new-1" });
    expect(manifest?.spec).toEqual(taints.length === 0 ? {} : { taints });
  });
});

describe("daemonSetFromDeployment", () => {
  test("T2 a DaemonSet from a Deployment omits Deployment-only fields and fields that the API server wrote", () => {
    const template = { metadata: { labels: { app: "log" } }, spec: { containers: [{ name: "log", image: "log:1" }] } };
    const selector = { matchLabels: { app: "log" } };
    expect(
      daemonSetFromDeployment({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: {
          name: "log",
          namespace: "ops",
          labels: { team: "a" },
          uid: "u",
          resourceVersion: "7",
          annotations: { "deployment.kubernetes.io/revision": "3" },
        },
        spec: {
          replicas: 3,
          paused: false,
          strategy: { type: "Recreate" },
          progressDeadlineSeconds: 600,
          revisionHistoryLimit: 5,
          minReadySeconds: 2,
          selector,
          template,
        },
        status: { replicas: 3 },
      }),
    ).toEqual({
      kind: "createDaemonSet",
      manifest: {
        apiVersion: "apps/v1",
        kind: "DaemonSet",
        metadata: { name: "log", namespace: "ops", labels: { team: "a" } },
        spec: { revisionHistoryLimit: 5, minReadySeconds: 2, selector, template },
      },
    });
  });
});
