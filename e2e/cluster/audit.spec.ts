import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { daemonscope } from "./daemonscope-command.ts";
import { agent, surging } from "./manifests.ts";

const CONTROLLERS =
  "daemonset-controller,namespace-controller,serviceaccount-controller,garbage-collector-controller,node-lifecycle-controller";

interface Finding {
  readonly id: string;
  readonly name: string;
  readonly severity: string;
}

interface Cost {
  readonly kind: string;
  readonly node?: string;
  readonly of: { readonly cpu: { readonly requests: string } };
}

/** The same manifest with further fields of the pod spec. */
function withSpec(manifest: string, fields: object): string {
  const object = JSON.parse(manifest);
  Object.assign(object.spec.template.spec, fields);
  return JSON.stringify(object);
}

const REQUESTS = (cpu: string) => ({ resources: { requests: { cpu } } });
const PORTS = [{ name: "agent", image: "agent:1", ports: [{ containerPort: 9100, hostPort: 9100 }], ...REQUESTS("50m") }];
const NODE = "node-0";
/** Declared by a kubelet that resizes pods with resources of the pod. */
const FEATURE = "InPlacePodLevelResourcesVerticalScaling";
const CNI = { volumes: [{ name: "cni", hostPath: { path: "/etc/cni/net.d" } }] };

async function audit<T>(cluster: ControlPlane, ...words: readonly string[]) {
  const { code, out, stderr } = await daemonscope(cluster.kubeconfig, "audit", "-n", "default", "-o", "json", ...words);
  return { code, stderr, entries: JSON.parse(out) as readonly T[] };
}

async function applyAll(cluster: ControlPlane, manifests: Readonly<Record<string, string>>): Promise<void> {
  for (const manifest of Object.values(manifests)) await cluster.mustKubectl(["apply", "-f", "-"], manifest);
  for (const name of Object.keys(manifests)) await cluster.mustKubectl(["rollout", "status", `ds/${name}`, "--timeout=60s"]);
}

test("Q1 Q2 an audit of real objects: host port with surge, priorities, tolerations and readiness", async () => {
  const cluster = await startControlPlane({ nodes: 2, controllers: CONTROLLERS });
  try {
    await applyAll(cluster, {
      ports: withSpec(agent({ name: "ports", strategy: surging(1) }), { containers: PORTS }),
      network: withSpec(agent({ name: "network" }), { ...CNI, ...REQUESTS("300m") }),
    });
    const { code, entries } = await audit<Finding>(cluster, "--fail-on", "high");
    expect(code).toBe(11);
    expect(entries.map(({ severity, name, id }) => `${severity} ${name} ${id}`)).toEqual([
      "high ports surgeHostPort",
      "high network criticalPriority",
      "medium network displaceable",
      "medium ports displaceable",
      "medium network noExecute",
      "low ports noExecute",
      "low network unprovenReadiness",
      "low ports unprovenReadiness",
    ]);
  } finally {
    await cluster.stop();
  }
});

test("Q3 W4 I7 pods that are resized in place count by their status, also with resources of the pod", async () => {
  const cluster = await startControlPlane({ nodes: 2, controllers: CONTROLLERS });
  const podOf = async (name: string): Promise<string> => {
    const onNode = `spec.nodeName=${NODE}`;
    return (await cluster.mustKubectl(["get", "pods", "-l", `app=${name}`, "--field-selector", onNode, "-o", "name"])).trim();
  };
  const patchStatus = async (name: string, type: "json" | "strategic", patch: object) =>
    void (await cluster.mustKubectl(["patch", await podOf(name), "--subresource", "status", "--type", type, "-p", JSON.stringify(patch)]));
  // The fake nodes never resize, so the test writes the status as their kubelet would.
  const grant = (name: string, of: "/status" | "/status/containerStatuses/0", cpu: string) =>
    patchStatus(name, "json", [
      { op: "add", path: `${of}/allocatedResources`, value: { cpu } },
      { op: "add", path: `${of}/resources`, value: { requests: { cpu } } },
    ]);
  const refuse = (name: string, reason: "Infeasible" | "Deferred") =>
    patchStatus(name, "strategic", { status: { conditions: [{ type: "PodResizePending", status: "True", reason }] } });
  const resize = async (name: string, spec: object) =>
    cluster.kubectl(["patch", await podOf(name), "--subresource", "resize", "-p", JSON.stringify({ spec })]);
  const requestOf = async (name: string) => {
    const { entries, stderr } = await audit<Cost>(cluster, `ds/${name}`, "--costs");
    expect(stderr).toContain("the cluster does not serve metrics.k8s.io. Install metrics-server");
    return entries.find(({ kind, node }) => kind === "NodeCost" && node === NODE)?.of.cpu.requests;
  };
  try {
    const containers = [{ name: "agent", image: "agent:1", ...REQUESTS("50m") }];
    await applyAll(cluster, {
      sized: withSpec(agent({ name: "sized" }), { containers }),
      whole: withSpec(agent({ name: "whole" }), REQUESTS("300m")),
      // The API server writes the limit of the pod into its requests.
      limited: withSpec(agent({ name: "limited" }), { resources: { limits: { cpu: "200m" } } }),
    });
    expect([await requestOf("sized"), await requestOf("whole"), await requestOf("limited")]).toEqual(["50m", "300m", "200m"]);
    const { entries } = await audit<Cost & { readonly of: { readonly cpu: { readonly newNode: string } } }>(cluster, "--costs");
    expect(entries.find(({ kind }) => kind === "PoolCost")?.of.cpu).toMatchObject({ requests: "1100m", newNode: "550m" });

    const ofContainer = "/status/containerStatuses/0";
    const resizeContainer = (cpu: string) => resize("sized", { containers: [{ name: "agent", ...REQUESTS(cpu) }] });
    await grant("sized", ofContainer, "50m");
    expect((await resizeContainer("20")).stderr).toBe("");
    expect(await requestOf("sized")).toBe("20");
    await refuse("sized", "Infeasible");
    expect(await requestOf("sized"), "the kubelet cannot grant it").toBe("50m");
    await refuse("sized", "Deferred");
    await grant("sized", ofContainer, "20");

    await grant("whole", "/status", "300m");
    await grant("whole", ofContainer, "0");
    expect((await resize("whole", REQUESTS("10"))).stderr).toContain(`requires features ${FEATURE} which are not available`);
    const declared = JSON.stringify({ status: { declaredFeatures: [FEATURE] } });
    await cluster.mustKubectl(["patch", "node", NODE, "--subresource", "status", "-p", declared]);
    await expect.poll(async () => (await resize("whole", REQUESTS("10"))).stderr).toBe("");
    expect(await requestOf("whole")).toBe("10");
    await refuse("whole", "Infeasible");
    expect(await requestOf("whole"), "the kubelet cannot grant it").toBe("300m");
    await refuse("whole", "Deferred");
    await grant("whole", "/status", "10");
    expect((await resize("whole", REQUESTS("400m"))).stderr).toBe("");
    expect(await requestOf("whole"), "the kubelet has not reduced it yet").toBe("10");

    const large = withSpec(agent({ name: "large" }), { containers: [{ name: "agent", image: "agent:1", ...REQUESTS("3") }] });
    const file = join(cluster.dir, "large.json");
    writeFileSync(file, large);
    const preview = await daemonscope(cluster.kubeconfig, "what-if", "-f", file, "--fail-on", "noroom");
    expect(preview.out).toContain("node-0");
    expect(preview.code).toBe(9);
    await cluster.mustKubectl(["apply", "-f", file]);
    const statusOf = async () => (await daemonscope(cluster.kubeconfig, "pods", "ds/large", "-o", "json")).out;
    await expect.poll(statusOf).toContain("Insufficient cpu");
    expect((await resizeContainer("50m")).stderr).toBe("");
    await grant("sized", ofContainer, "50m");
    await cluster.mustKubectl(["rollout", "status", "ds/large", "--timeout=60s"]);
  } finally {
    await cluster.stop();
  }
});
