import { nodeQuestions, rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { expect, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { observe } from "../observer.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { daemonscope } from "./daemonscope-command.ts";

interface Manifest {
  readonly name: string;
  readonly resources?: object;
  readonly hostPort?: number;
  readonly nodeSelector?: Readonly<Record<string, string>>;
}

const daemonSet = ({ name, resources = {}, hostPort, nodeSelector = {} }: Manifest): string =>
  JSON.stringify({
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name, namespace: "default" },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          nodeSelector,
          containers: [
            {
              name: "agent",
              image: "agent:1",
              resources,
              ...(hostPort === undefined ? {} : { ports: [{ containerPort: hostPort, hostPort }] }),
            },
          ],
        },
      },
    },
  });

const GPU = "example.com/fpga";

async function setAllocatable(cluster: ControlPlane, node: string, amounts: Readonly<Record<string, string>>): Promise<void> {
  const allocatable = { cpu: "32", memory: "256Gi", pods: "110", ...amounts };
  const patch = JSON.stringify({ status: { capacity: allocatable, allocatable } });
  await cluster.mustKubectl(["patch", "node", node, "--subresource=status", "--type=merge", "-p", patch]);
}

interface NodeObject {
  readonly metadata: { readonly name: string; readonly uid: string; readonly labels: Readonly<Record<string, string>> };
}

/** Returns nodes without taints for the plans, as the API server has them. */
async function nodesOf(cluster: ControlPlane): Promise<readonly NodeRecord[]> {
  const { items } = JSON.parse(await cluster.mustKubectl(["get", "nodes", "-o", "json"])) as { readonly items: readonly NodeObject[] };
  return items.map(({ metadata: { name, uid, labels } }) => ({
    name,
    uid,
    labels,
    taints: [],
    unschedulable: false,
    ready: "True",
    createdAtMs: 0,
  }));
}

test("K1 K2 the scheduler's refusals have their causes, and the offered command ends them", async () => {
  const cluster = await startControlPlane({ nodes: 4 });
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  const observer = await observe(product.url);
  try {
    await setAllocatable(cluster, "node-0", { [GPU]: "2" });
    await setAllocatable(cluster, "node-1", { memory: "8Gi", [GPU]: "2" });
    await setAllocatable(cluster, "node-2", { pods: "1", [GPU]: "2" });
    await cluster.mustKubectl(["label", "node", "node-2", "example.com/compute-type=serverless"]);
    await cluster.mustKubectl(["label", "node", "node-0", "node-1", "node-3", "example.com/places=many"]);
    // Takes the only place of node-2, so that it comes first.
    await cluster.mustKubectl(["apply", "-f", "-"], daemonSet({ name: "first" }));
    await cluster.mustKubectl(["rollout", "status", "ds/first", "--timeout=60s"]);
    await cluster.mustKubectl(["apply", "-f", "-"], daemonSet({ name: "second" }));
    const nodeSelector = { "example.com/places": "many" };
    await cluster.mustKubectl(
      ["apply", "-f", "-"],
      daemonSet({ name: "large", resources: { requests: { memory: "32Gi" } }, nodeSelector }),
    );
    await cluster.mustKubectl(["apply", "-f", "-"], daemonSet({ name: "device", resources: { limits: { [GPU]: "1" } }, nodeSelector }));

    const causeOn = (key: string, node: string) => observer.record(key)?.causes.find(({ nodes }) => nodes.includes(node))?.cause;
    const expected = [
      ["default/second", "node-2", { kind: "onePodNode", reason: "Too many pods" }],
      ["default/large", "node-1", { kind: "tooLarge", reason: "Insufficient memory", subject: "memory 32Gi" }],
      ["default/device", "node-3", { kind: "resourceMissing", reason: `Insufficient ${GPU}`, subject: GPU }],
    ] as const;
    for (const [key, node, cause] of expected) {
      await observer.until(`${key} has a cause on ${node}`, () => causeOn(key, node)?.kind === cause.kind, 30_000);
      expect(causeOn(key, node)).toEqual(cause);
    }
    const explained = await daemonscope(cluster.kubeconfig, "explain", "ds/large", "--node", "node-1");
    expect(explained.out).toContain(
      "the pod's request for memory 32Gi is above the allocatable amount (Insufficient memory, the whole node has 8Gi)",
    );

    const nodes = nodeQuestions(await nodesOf(cluster));
    for (const [key] of expected) {
      const record = observer.record(key);
      if (record === undefined) throw new Error(`no record of ${key}`);
      const plan = rolloutPlans(record, undefined, nodes).find(({ act }) => act.kind === "keepOff");
      if (plan?.kubectl === undefined) throw new Error(`nothing keeps ${key} off: ${JSON.stringify(record.causes)}`);
      await cluster.paste(plan.kubectl);
    }
    const isOnOthers = () => {
      const record = observer.record("default/second");
      return record?.derived?.desiredNumberScheduled === 3 && record.derived.numberReady === 3 && record.causes.length === 0;
    };
    await observer.until("second runs on all other nodes", isOnOthers, 60_000);
    for (const [key, node] of expected) await observer.until(`${key} is off ${node}`, () => causeOn(key, node) === undefined, 60_000);
  } finally {
    observer.close();
    await product.stop();
    await cluster.stop();
  }
});

test("K1 a host port that a pod of a deleted DaemonSet still has is named until the pod ends", async () => {
  const cluster = await startControlPlane({ nodes: 2 });
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  const observer = await observe(product.url);
  try {
    const manifest = daemonSet({ name: "ports", hostPort: 9100 });
    await cluster.mustKubectl(["apply", "-f", "-"], manifest);
    await cluster.mustKubectl(["rollout", "status", "ds/ports", "--timeout=60s"]);
    const held = await cluster.mustKubectl(["get", "pods", "-l", "app=ports", "-o", "name"]);
    const pods = held.trim().split("\n");
    const setFinalizers = (finalizers: readonly string[]) =>
      Promise.all(
        pods.map((pod) => cluster.mustKubectl(["patch", pod, "--type=merge", "-p", JSON.stringify({ metadata: { finalizers } })])),
      );
    // Keeps the pods after their deletion, like a long grace period.
    await setFinalizers(["example.com/hold"]);
    await cluster.mustKubectl(["delete", "ds", "ports", "--cascade=background", "--wait=true"]);
    await cluster.mustKubectl(["apply", "-f", "-"], manifest);
    const causes = () => observer.record("default/ports")?.causes ?? [];
    const isNamed = () => causes().some(({ cause, count }) => cause.kind === "portEnding" && count === 2);
    await observer.until("the port is named on both nodes", isNamed, 30_000);
    expect(causes().map(({ cause, count }) => [cause.subject, cause.holder, cause.holderIsDeleted, count])).toEqual([
      ["9100", "default/ports", true, 2],
    ]);
    await setFinalizers([]);
    await cluster.mustKubectl(["rollout", "status", "ds/ports", "--timeout=60s"]);
    await observer.until("it is gone", () => causes().length === 0, 30_000);
  } finally {
    observer.close();
    await product.stop();
    await cluster.stop();
  }
});
