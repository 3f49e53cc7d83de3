import { expect, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { startControlPlane } from "./control-plane.ts";
import { agent } from "./manifests.ts";

const CONTROLLERS =
  "daemonset-controller,namespace-controller,serviceaccount-controller,garbage-collector-controller,node-lifecycle-controller," +
  "endpointslice-controller";

const service = (name: string, selector: Readonly<Record<string, string>>) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "default" },
    spec: { clusterIP: "None", selector, ports: [{ port: 80 }] },
  });

interface AllocatedResource {
  readonly resource: string;
  readonly requests: string;
}

/** Returns the table "Allocated resources" of `kubectl describe node`, without unused hugepages. */
function allocatedIn(described: string): readonly AllocatedResource[] {
  const table = described.slice(described.indexOf("Allocated resources:"));
  return [...table.matchAll(/^ {2}(cpu|memory|ephemeral-storage|example\.com\/fpga) +(\S+(?: \(\d+%\))?) /gm)].map(
    ([, resource = "", requests = ""]) => ({ resource, requests }),
  );
}

/**
 * Returns a pod on a node that is no daemon pod. Its init container requests more cpu than its containers together, and
 * one container has limits without requests.
 */
const hungry = (node: string) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "hungry", namespace: "default" },
    spec: {
      nodeName: node,
      initContainers: [{ name: "first", image: "i", resources: { requests: { cpu: "700m" } } }],
      containers: [
        { name: "a", image: "i", resources: { requests: { cpu: "290m", memory: "100Mi" } } },
        { name: "b", image: "i", resources: { limits: { memory: "28Mi", "ephemeral-storage": "1Gi", "example.com/fpga": "1" } } },
      ],
    },
  });

test("events, YAML, Service endpoints and missing logs of a real API server, whose simulated kubelets have no logs", async ({ page }) => {
  const cluster = await startControlPlane({ nodes: 3, controllers: CONTROLLERS });
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  try {
    await cluster.mustKubectl(["apply", "-f", "-"], agent({ name: "fluentd", annotations: { note: "in the template" } }));
    await cluster.mustKubectl(["set", "env", "ds/fluentd", "PASSWORD=canary-secret"]);
    await cluster.mustKubectl(["rollout", "status", "ds/fluentd", "--timeout=60s"]);
    await cluster.mustKubectl(["apply", "-f", "-"], service("fluentd", { app: "fluentd" }));
    await cluster.mustKubectl(["apply", "-f", "-"], service("fluend", { app: "fluend" }));

    const node = (await cluster.mustKubectl(["get", "nodes", "-o", "jsonpath={.items[0].metadata.name}"])).trim();
    const allocatable = { cpu: "3", memory: "2Gi", "ephemeral-storage": "10Gi", pods: "30", "example.com/fpga": "2" };
    const patch = JSON.stringify({ status: { capacity: { ...allocatable, cpu: "4" }, allocatable } });
    await cluster.mustKubectl(["patch", "node", node, "--subresource=status", "--type=merge", "-p", patch]);
    await cluster.mustKubectl(["apply", "-f", "-"], hungry(node));
    await cluster.mustKubectl(["set", "resources", "ds/fluentd", "--requests=cpu=150m,memory=200Mi"]);
    await cluster.mustKubectl(["rollout", "status", "ds/fluentd", "--timeout=60s"]);
    await page.goto(`${product.url}/nodes/${node}`);
    const capacity = page.getByRole("region", { name: "Capacity" });
    await expect(async () => {
      const described = await cluster.mustKubectl(["describe", "node", node]);
      const allocated = allocatedIn(described);
      expect(allocated.map(({ resource }) => resource)).toEqual(["cpu", "memory", "ephemeral-storage", "example.com/fpga"]);
      for (const { resource, requests } of allocated) {
        const row = capacity.getByRole("row", { name: new RegExp(`^${resource} `) });
        await expect(row.getByRole("cell").nth(1), `${resource} of kubectl`).toContainText(requests, { timeout: 1000 });
      }
      const pods = /^Non-terminated Pods: +\((\d+) in total\)/m.exec(described)?.[1] ?? "?";
      await expect(
        capacity
          .getByRole("row", { name: /^pods / })
          .getByRole("cell")
          .nth(1),
      ).toContainText(`${pods} (`, { timeout: 1000 });
      await expect(capacity.getByRole("row", { name: /^cpu / }).getByRole("cell").nth(0)).toContainText("150m (5%)", { timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await expect(capacity).toContainText("1 of 2 pods is a daemon pod and requests 5% of the cpu and 9% of the memory");

    await page.goto(`${product.url}/daemonsets/default/fluentd/events`);
    const created = JSON.parse(
      await cluster.mustKubectl(["get", "events", "--field-selector=involvedObject.kind=DaemonSet", "-o", "json"]),
    ) as { readonly items: readonly { readonly message: string }[] };
    expect(created.items.length).toBeGreaterThan(0);
    // Similar messages are one line, which a search for one of them shows with its whole message.
    for (const { message } of created.items) {
      await page.getByRole("searchbox", { name: "Filter events" }).fill(message);
      await expect(page.getByRole("row").filter({ hasText: message }).first()).toBeVisible();
    }

    await page.goto(`${product.url}/daemonsets/default/fluentd/yaml`);
    const yaml = page.getByRole("textbox", { name: "YAML of DaemonSet fluentd" });
    await expect(yaml).toContainText("name: PASSWORD");
    await expect(yaml).toContainText("last-applied-configuration: <hidden");
    expect(await page.content()).not.toContain("canary");
    const answer = await (await fetch(`${product.url}/api/yaml?namespace=default&daemonSet=fluentd&managed=true`)).text();
    expect(answer).toContain("managedFields");
    expect(answer).not.toContain("canary");

    await page.goto(`${product.url}/daemonsets/default/fluentd/reach`);
    const headless = page.getByRole("region", { name: /^Headless Service/ });
    await expect(headless).toContainText("3 A records");
    await expect(page.getByRole("region", { name: /nearly select/ })).toContainText("app=fluend");

    const logsResult = await cluster.kubectl(["logs", "ds/fluentd"]);
    await page.goto(`${product.url}/daemonsets/default/fluentd/logs`);
    await expect(page.getByRole("alert").first()).toBeVisible();
    const alertText = await page.getByRole("alert").first().innerText();
    const sentence = /^Error from server: (.*)$/m.exec(logsResult.stderr)?.[1] ?? "kubectl said nothing";
    expect(alertText, "the API server's own sentence, as kubectl prints it").toContain(sentence);
    expect(alertText).toMatch(/fluentd-[a-z0-9]{5}/);
  } finally {
    await product.stop();
    await cluster.stop();
  }
});
