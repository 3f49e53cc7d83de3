import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { type UnavailableParts, unavailablePartsOf } from "@daemonscope/daemonset/records/records";
import { type VerdictWord, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { SHUTDOWN_MESSAGE } from "@daemonscope/kube/node-signs";
import { nodeNamed } from "@daemonscope/shared/state/cluster-state";
import type { StatusEntry } from "@daemonscope/words/answers/status-entry";
import { expect, test } from "@playwright/test";
import { daemonscope } from "./daemonscope-command.ts";
import { agent, rolling } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

// Each test acts as a controller acts on nodes, on one control plane: Cluster Autoscaler, Karpenter, Cilium's operator
// and a cloud provider. No state that the life of a node explains may be reported as a failure of an agent.

/** `log-agent` tolerates no taint, and `exporter` and `cilium` tolerate all. */
const AGENTS = ["log-agent", "exporter", "cilium"] as const;
type Agent = (typeof AGENTS)[number];

const CANDIDATE = "DeletionCandidateOfClusterAutoscaler";
const TO_BE_DELETED = "ToBeDeletedByClusterAutoscaler";
const DISRUPTED = "karpenter.sh/disrupted";
const FINALIZER = "karpenter.sh/termination";
const CILIUM = "node.cilium.io/agent-not-ready";
const UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";
const KUBELET = "kwok.x-k8s.io/node";
/** Exceeds the grace of a silent node, and the quarantine of pods whose node is gone. */
const LIMIT_MS = 120_000;

interface PodList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly labels: { readonly app: string }; readonly deletionTimestamp?: string };
    readonly status: { readonly phase: string };
  }[];
}

let stage: Stage;
/** The verdict words of each agent since the last `expectCalm`. */
const words = new Map<Agent, Set<string>>(AGENTS.map((name) => [name, new Set()]));
let isOver = false;
let watching: Promise<void> | undefined;

const recordOf = (name: Agent) => stage.observer.record(`default/${name}`);
const until = (what: string, holds: () => boolean) => stage.observer.until(what, holds, LIMIT_MS);
const lifecycleOf = (node: string) => nodeLifecycle(nodeNamed(stage.observer.state(), node));
const hasDesired = (name: Agent, desired: number) => recordOf(name)?.derived?.desiredNumberScheduled === desired;
function isHealthy(name: Agent, desired: number): boolean {
  const record = recordOf(name);
  return (
    record !== undefined && hasDesired(name, desired) && record.derived?.numberUnavailable === 0 && verdictWordOf(record) === "healthy"
  );
}
const taint = (node: string, ...taints: readonly string[]) => stage.kubectl("taint", "node", node, ...taints);
const stopKubelet = (node: string) => stage.kubectl("label", "node", node, `${KUBELET}-`);

/** Adds a node as its kubelet registers it: not Ready yet, with the taints of its configuration. */
async function join(node: string, taints: readonly object[]): Promise<void> {
  const metadata = { name: node, labels: { "kubernetes.io/hostname": node, [KUBELET]: "fake" }, annotations: { [KUBELET]: "fake" } };
  await stage.apply(JSON.stringify({ apiVersion: "v1", kind: "Node", metadata, spec: { taints } }));
}

const statusOf = async (name: Agent): Promise<StatusEntry> => {
  const { code, out, stderr } = await daemonscope(stage.cluster.kubeconfig, "status", `ds/${name}`, "-o", "json");
  expect(code, stderr).toBe(0);
  return JSON.parse(out) as StatusEntry;
};
const waitCode = async (name: Agent, ...flags: readonly string[]): Promise<number> =>
  (await daemonscope(stage.cluster.kubeconfig, "wait", `ds/${name}`, "--timeout", "8s", ...flags)).code;

async function metricOf(name: Agent, metric: string, label: string): Promise<number | undefined> {
  const lines = (await (await fetch(`${stage.url}/metrics/daemonsets`)).text()).split("\n");
  const found = lines.find((line) => line.startsWith(`daemonscope_${metric}{`) && line.includes(`"${name}"`) && line.includes(label));
  return found === undefined ? undefined : Number(found.split(" ").at(-1));
}

/** Expects the stream, the command and the metrics to split numberUnavailable in the same way. */
async function expectParts(name: Agent, parts: UnavailableParts): Promise<void> {
  const record = recordOf(name);
  expect(record && unavailablePartsOf(record)).toEqual(parts);
  const sum = parts.byRevision + parts.byNodeLifecycle;
  const { unavailable, derived, reported } = await statusOf(name);
  expect(unavailable).toEqual(parts);
  expect([derived?.numberUnavailable, reported.numberUnavailable]).toEqual([sum, sum]);
  expect(await metricOf(name, "daemonset_unavailable_nodes", 'reason="revision"')).toBe(parts.byRevision);
  expect(await metricOf(name, "daemonset_unavailable_nodes", 'reason="node_lifecycle"')).toBe(parts.byNodeLifecycle);
}

/** Expects all agents to count the same leaving node, which is no node of `log-agent`: its taint excludes it. */
async function expectTally(names: readonly Agent[], node: string, change: string): Promise<void> {
  const counts = () => names.map((name) => recordOf(name)?.leaving?.map(({ count, nodes }) => ({ count, nodes })));
  const one = [{ count: 1, nodes: [node] }];
  await until(`all count ${node}`, () => counts().every((each) => each?.length === 1));
  expect(counts()).toEqual(names.map(() => one));
  for (const name of names) {
    const message = `1 ${name === "log-agent" ? "other node" : "of its nodes"} is ${change}`;
    expect((await statusOf(name)).leaving).toMatchObject([{ ...one[0], message }]);
    expect(await metricOf(name, "daemonset_leaving_nodes", "")).toBe(1);
  }
}

const LEAVING_IS_CALM: readonly VerdictWord[] = ["healthy", "rolling"];
/** A pod that starts on a new node is not available yet. */
const JOINING_IS_CALM: readonly VerdictWord[] = [...LEAVING_IS_CALM, "degraded"];

/** Expects that no agent but `except` had a verdict besides these since the last call. */
function expectCalm(calm: readonly VerdictWord[], except?: Agent): void {
  for (const [name, seen] of words) {
    if (name !== except) expect(calm, name).toEqual(expect.arrayContaining([...seen]));
    seen.clear();
  }
}

test.beforeAll(async () => {
  test.setTimeout(LIMIT_MS);
  stage = await setStage("lifecycle", 4);
  const tolerations = [{ operator: "Exists" }];
  await stage.apply(agent({ name: "log-agent" }));
  await stage.apply(agent({ name: "exporter", strategy: rolling(2), tolerations }));
  await stage.apply(agent({ name: "cilium", tolerations }));
  await until("all are healthy", () => AGENTS.every((name) => isHealthy(name, 4)));
  watching = stage.observer.until(
    "the end of all tests",
    () => {
      for (const name of AGENTS) {
        const record = recordOf(name);
        if (record !== undefined) words.get(name)?.add(verdictWordOf(record));
      }
      return isOver;
    },
    10 * LIMIT_MS,
  );
});
test.afterAll(async () => {
  isOver = true;
  await watching;
  await stage?.stop();
});

test("N1 N2 N3 Cluster Autoscaler removes a node during a rollout, on a real control plane", async () => {
  test.setTimeout(3 * LIMIT_MS);
  await taint("node-3", `${CANDIDATE}=1790000000:PreferNoSchedule`);
  await until("it is a candidate", () => lifecycleOf("node-3").kind === "leaving");
  expect(lifecycleOf("node-3")).toMatchObject({ isCandidate: true });
  expect(AGENTS.map((name) => isHealthy(name, 4))).toEqual([true, true, true]);
  await taint("node-3", `${CANDIDATE}-`, `${TO_BE_DELETED}=1790000600:NoSchedule`);
  await until("it is no longer wanted", () => hasDesired("log-agent", 3) && recordOf("log-agent")?.derived?.numberMisscheduled === 1);
  // The machine is off before its Node is deleted.
  await stopKubelet("node-3");
  await until("it is silent", () => recordOf("exporter")?.unavailable?.onLeavingNodes === 1);
  await expectParts("exporter", { byRevision: 0, byNodeLifecycle: 1, onLeavingNodes: 1 });
  await stage.kubectl("set", "image", "ds/exporter", "agent=exporter:2");
  const updated = () => recordOf("exporter")?.derived?.updatedNumberScheduled;
  await until("the other nodes are done", () => updated() === 3 && recordOf("exporter")?.doneExceptLeaving === true);
  await expectParts("exporter", { byRevision: 0, byNodeLifecycle: 1, onLeavingNodes: 1 });
  const codes = await Promise.all([waitCode("exporter", "--ignore-leaving-nodes"), waitCode("exporter")]);
  expect(codes[0]).toBe(0);
  expect(codes[1]).not.toBe(0);
  expect((await stage.cluster.kubectl(["rollout", "status", "ds/exporter", "--timeout=1s"])).code).not.toBe(0);
  await stage.kubectl("delete", "node", "node-3");
  await until("the node is gone", () => AGENTS.every((name) => isHealthy(name, 3)));
  await expectParts("exporter", { byRevision: 0, byNodeLifecycle: 0, onLeavingNodes: 0 });
  expect(await waitCode("exporter")).toBe(0);
  expectCalm(LEAVING_IS_CALM);
});

test("N1 N2 N3 Karpenter disrupts, drains and deletes a node, on a real control plane", async () => {
  test.setTimeout(3 * LIMIT_MS);
  await stage.kubectl("patch", "node", "node-2", "-p", JSON.stringify({ metadata: { finalizers: [FINALIZER] } }));
  await taint("node-2", `${DISRUPTED}:NoSchedule`);
  await stage.kubectl("delete", "node", "node-2", "--wait=false");
  await until("it leaves", () => lifecycleOf("node-2").kind === "leaving" && hasDesired("log-agent", 2));
  await expectTally(AGENTS, "node-2", `being removed (${DISRUPTED})`);
  // Karpenter evicts the pods that do not tolerate its taint.
  await stage.kubectl("delete", "pod", "-l", "app=log-agent", "--field-selector", "spec.nodeName=node-2");
  // The instance is off before Karpenter removes its finalizer.
  await stopKubelet("node-2");
  await until("it is silent", () => recordOf("exporter")?.unavailable?.onLeavingNodes === 1);
  await expectParts("exporter", { byRevision: 0, byNodeLifecycle: 1, onLeavingNodes: 1 });
  await expectParts("log-agent", { byRevision: 0, byNodeLifecycle: 0, onLeavingNodes: 0 });
  await stage.kubectl("patch", "node", "node-2", "--type=merge", "-p", JSON.stringify({ metadata: { finalizers: null } }));
  await until("the node is gone", () => AGENTS.every((name) => isHealthy(name, 2)));
  expectCalm(LEAVING_IS_CALM);
});

test("N1 Cilium removes its startup taint once its agent is Ready, on a real control plane", async () => {
  test.setTimeout(3 * LIMIT_MS);
  const pending = { key: CILIUM, value: "true", effect: "NoExecute" };
  await join("late-0", [pending]);
  await until("it waits for cilium", () => recordOf("cilium")?.awaited?.count === 1);
  expect(lifecycleOf("late-0").kind).toBe("joining");
  const { awaited } = await statusOf("cilium");
  expect(awaited).toMatchObject({ nodes: ["late-0"], message: `1 node waits for cilium to remove ${CILIUM}` });
  expect(await metricOf("cilium", "daemonset_awaited_nodes", CILIUM)).toBe(1);
  await until("cilium is ready", () => recordOf("cilium")?.derived?.numberAvailable === 3);
  expect(hasDesired("log-agent", 2)).toBe(true);
  await taint("late-0", `${CILIUM}-`);
  await until("all run", () => AGENTS.every((name) => isHealthy(name, 3)));
  expect(recordOf("cilium")?.awaited).toBeUndefined();
  expectCalm(JOINING_IS_CALM);
});

test("N1 a startup taint that stays accuses only the agent that it waits for, on a real control plane", async () => {
  test.setTimeout(3 * LIMIT_MS);
  await stage.kubectl(
    "patch",
    "ds",
    "cilium",
    "-p",
    JSON.stringify({ spec: { updateStrategy: { type: "OnDelete", rollingUpdate: null } } }),
  );
  await stage.kubectl("set", "image", "ds/cilium", "agent=cilium:missing");
  await join("late-1", [{ key: CILIUM, value: "true", effect: "NoExecute" }]);
  await until("cilium fails there", () => words.get("cilium")?.has("failing") === true);
  await until("only the agents without the taint run there", () => isHealthy("exporter", 4) && isHealthy("log-agent", 3));
  await expectParts("cilium", { byRevision: 1, byNodeLifecycle: 0, onLeavingNodes: 0 });
  expect((await statusOf("cilium")).awaited?.nodes).toEqual(["late-1"]);
  expect((await statusOf("log-agent")).awaited).toBeUndefined();
  await stage.kubectl("set", "image", "ds/cilium", "agent=agent:1");
  await stage.kubectl("delete", "pod", "-l", "app=cilium", "--field-selector", "spec.nodeName=late-1");
  await until("cilium runs", () => recordOf("cilium")?.derived?.numberAvailable === 4);
  await taint("late-1", `${CILIUM}-`);
  await until("all run", () => AGENTS.every((name) => isHealthy(name, 4)));
  expectCalm(JOINING_IS_CALM, "cilium");
});

test("N1 a cloud provider removes its taint from a new node, on a real control plane", async () => {
  test.setTimeout(3 * LIMIT_MS);
  await join("late-2", [{ key: UNINITIALIZED, value: "true", effect: "NoSchedule" }]);
  await until("agents that tolerate all run there", () => isHealthy("exporter", 5) && isHealthy("cilium", 5));
  expect(lifecycleOf("late-2").kind).toBe("joining");
  expect(hasDesired("log-agent", 4)).toBe(true);
  await taint("late-2", `${UNINITIALIZED}-`);
  await until("all run", () => AGENTS.every((name) => isHealthy(name, 5)));
  expect(lifecycleOf("late-2").kind).toBe("ready");
  expectCalm(JOINING_IS_CALM);
});

/** Acts as the kubelet of a node that shuts down, until the signal. It reports NotReady, and ends or rejects pods. */
async function shutDown(node: string, rejected: Map<string, number>, signal: AbortSignal): Promise<void> {
  await stopKubelet(node);
  const selector = `spec.nodeName=${node},status.phase!=Failed`;
  while (!signal.aborted) {
    const ready = { type: "Ready", status: "False", reason: "KubeletNotReady", message: SHUTDOWN_MESSAGE };
    const conditions = [{ ...ready, lastHeartbeatTime: new Date().toISOString().replace(/\.\d+/, "") }];
    await stage.kubectl("patch", "node", node, "--subresource=status", "-p", JSON.stringify({ status: { conditions } }));
    const { items } = JSON.parse(await stage.kubectl("get", "pods", "--field-selector", selector, "-o", "json")) as PodList;
    for (const { metadata, status } of items) {
      if (metadata.deletionTimestamp !== undefined) continue;
      const isNew = status.phase === "Pending";
      const reason = isNew ? "NodeShutdown" : "Terminated";
      const message = isNew
        ? "Pod was rejected as the node is shutting down."
        : "Pod was terminated in response to imminent node shutdown.";
      const end = { phase: "Failed", reason, message, conditions: null, containerStatuses: null };
      const path = ["pod", metadata.name, "--subresource=status", "--type=merge"];
      await stage.kubectl("patch", ...path, "-p", JSON.stringify({ status: end }));
      const { app } = metadata.labels;
      rejected.set(app, (rejected.get(app) ?? 0) + 1);
    }
  }
}

test("N1 N2 N3 a kubelet that shuts down rejects pods again and again, on a real control plane", async () => {
  test.setTimeout(3 * LIMIT_MS);
  const [ends, rejected] = [new AbortController(), new Map<string, number>()];
  const kubelet = shutDown("late-2", rejected, ends.signal);
  try {
    await until("it shuts down", () => lifecycleOf("late-2").kind === "shuttingDown" && hasDesired("log-agent", 4));
    // Three rejections are a loop on any other node (rule R18).
    await until("pods are rejected", () => ["exporter", "cilium"].every((name) => (rejected.get(name) ?? 0) >= 4));
    await until("they are unavailable", () => recordOf("exporter")?.derived?.numberUnavailable === 1);
    expect(recordOf("exporter")?.concern).toBeNull();
    await expectTally(AGENTS, "late-2", "shutting down");
    await expectParts("exporter", { byRevision: 0, byNodeLifecycle: 1, onLeavingNodes: 1 });
  } finally {
    ends.abort();
    await kubelet;
  }
  await stage.kubectl("delete", "node", "late-2");
  await until("the node is gone", () => AGENTS.every((name) => isHealthy(name, 4)));
  expectCalm(LEAVING_IS_CALM);
});
