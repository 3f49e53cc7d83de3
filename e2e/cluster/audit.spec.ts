import { expect, test } from "@playwright/test";
import { startControlPlane } from "./control-plane.ts";
import { daemonscope } from "./daemonscope-command.ts";
import { agent, surging } from "./manifests.ts";

const CONTROLLERS =
  "daemonset-controller,namespace-controller,serviceaccount-controller,garbage-collector-controller,node-lifecycle-controller";

interface Entry {
  readonly kind: string;
  readonly id?: string;
  readonly name?: string;
  readonly daemonSet?: string;
  readonly severity?: string;
  readonly of?: { readonly cpu: { readonly request: string } };
}

/** The same manifest with further fields of the pod spec. */
function withSpec(manifest: string, fields: object): string {
  const object = JSON.parse(manifest);
  Object.assign(object.spec.template.spec, fields);
  return JSON.stringify(object);
}

const REQUESTS = (cpu: string) => ({ resources: { requests: { cpu } } });
const PORTS = [{ name: "agent", image: "agent:1", ports: [{ containerPort: 9100, hostPort: 9100 }], ...REQUESTS("50m") }];
const CNI = { volumes: [{ name: "cni", hostPath: { path: "/etc/cni/net.d" } }] };

test("Q1 Q2 Q3 W4 an audit of real objects: host port with surge, priorities, resources of the pod, and a resize", async () => {
  const cluster = await startControlPlane({ nodes: 2, controllers: CONTROLLERS });
  const entriesOf = async (...words: readonly string[]) => {
    const { code, out, stderr } = await daemonscope(cluster.kubeconfig, "audit", "-n", "default", "-o", "json", ...words);
    return { code, stderr, entries: JSON.parse(out) as readonly Entry[] };
  };
  try {
    await cluster.mustKubectl(["apply", "-f", "-"], withSpec(agent({ name: "ports", strategy: surging(1) }), { containers: PORTS }));
    await cluster.mustKubectl(["apply", "-f", "-"], withSpec(agent({ name: "network" }), { ...CNI, ...REQUESTS("300m") }));
    for (const name of ["ports", "network"]) await cluster.mustKubectl(["rollout", "status", `ds/${name}`, "--timeout=60s"]);

    const { code, entries } = await entriesOf("--fail-on", "high");
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

    const requestOf = async (name: string) => {
      const costs = await entriesOf("--costs");
      expect(costs.stderr).toContain("the cluster does not serve metrics.k8s.io. Install metrics-server");
      return costs.entries.find(({ daemonSet }) => daemonSet === `default/${name}`)?.of?.cpu.request;
    };
    expect(await requestOf("network")).toBe("300m");
    expect(await requestOf("ports")).toBe("50m");
    const pod = (await cluster.mustKubectl(["get", "pods", "-l", "app=ports", "-o", "jsonpath={.items[0].metadata.name}"])).trim();
    // The fake nodes refuse a resize, so the status states one as their kubelet would.
    const path = "/status/containerStatuses/0/resources";
    const granted = JSON.stringify([{ op: "add", path, value: REQUESTS("200m").resources }]);
    await cluster.mustKubectl(["patch", "pod", pod, "--subresource", "status", "--type", "json", "-p", granted]);
    expect(await requestOf("ports")).toBe("200m");
  } finally {
    await cluster.stop();
  }
});
