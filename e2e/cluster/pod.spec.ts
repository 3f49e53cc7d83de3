import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { startControlPlane } from "./control-plane.ts";
import { agent, PROBE } from "./manifests.ts";

interface KubernetesPod {
  readonly metadata: { readonly creationTimestamp: string };
  readonly status: { readonly conditions: readonly { readonly type: string; readonly lastTransitionTime: string }[] };
}

const CONTROLLERS =
  "daemonset-controller,namespace-controller,serviceaccount-controller,garbage-collector-controller,node-lifecycle-controller";
const NAMESPACE = "default";

test("W5 W6 W8 W9 W10 pods of a real API server: available, crashing with back-off, gone, or unowned; use is unmeasured", async ({
  page,
}) => {
  const cluster = await startControlPlane({ nodes: 2, controllers: CONTROLLERS });
  let product: Daemonscope | undefined;
  const podOf = async (app: string) =>
    (await cluster.mustKubectl(["get", "pods", "-l", `app=${app}`, "-o", "jsonpath={.items[0].metadata.name}"])).trim();
  const open = (name: string) => page.goto(`${product?.url}/pods/${NAMESPACE}/${name}`);
  const heading = page.getByRole("heading", { level: 1 });
  try {
    product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
    await cluster.mustKubectl(["apply", "-f", "-"], agent({ name: "fluentd" }));
    await cluster.mustKubectl(["rollout", "status", "ds/fluentd", "--timeout=60s"]);
    const well = await podOf("fluentd");
    await open(well);
    await expect(heading).toContainText(/^AVAILABLE/);
    await expect(
      page.getByText("CPU and memory use are unknown: this cluster does not serve metrics.k8s.io (metrics-server)."),
    ).toBeVisible();
    for (const step of ["created", "bound", "started", "ready", "available"])
      await expect(page.locator(`li[data-step="${step}"]`)).toHaveAttribute("data-kind", "came");
    await expect(page.getByText("Eligible (4 of 4 checks)")).toBeVisible();
    await expect(page.getByRole("region", { name: "Events" }).getByRole("row", { name: /Scheduled/ })).toBeVisible();

    await expect(page.locator('li[data-step="wanted"]')).toContainText("DaemonSet created");

    // Each pod shows the change that made it wanted (W9). A cordon during the rollout is no such change.
    const podOn = async (node: string) =>
      (
        await cluster.mustKubectl([
          "get",
          "pods",
          "-l",
          "app=fluentd",
          "--field-selector",
          `spec.nodeName=${node}`,
          "-o",
          "jsonpath={.items[*].metadata.name}",
        ])
      ).trim();
    const wantedOn = async (node: string, words: RegExp) => {
      await expect(async () => expect(await podOn(node)).toMatch(/^fluentd-\w+$/)).toPass({ timeout: 30_000 });
      await open(await podOn(node));
      await expect(page.locator('li[data-step="wanted"]')).toContainText(words);
    };
    await cluster.mustKubectl(["set", "image", "ds/fluentd", "agent=agent:2"]);
    await cluster.mustKubectl(["cordon", "node-1"]);
    await cluster.mustKubectl(["rollout", "status", "ds/fluentd", "--timeout=60s"]);
    await wantedOn("node-1", /revision 2/);
    // The watched times equal the API server's (W10).
    const pair = new URLSearchParams({ namespace: NAMESPACE, daemonSet: "fluentd", node: "node-1" });
    const trail = (await (await fetch(`${product.url}/api/trail?${pair}`)).json()) as TrailAnswer;
    const createdPod = JSON.parse(await cluster.mustKubectl(["get", "pod", trail.pod ?? "", "-o", "json"])) as KubernetesPod;
    const stepTimes = new Map(trail.steps.map((step) => [step.name, step.kind === "came" ? step.atMs : undefined]));
    // The controller replaces a pod that has ended, often before it is gone.
    expect(stepTimes.get("oldGone")).toBeGreaterThanOrEqual(stepTimes.get("oldDeleted") ?? 0);
    expect([...stepTimes.keys()].filter((name) => !["sandbox", "init", "oldGone"].includes(name))).toEqual([
      "wanted",
      "oldDeleted",
      "created",
      "bound",
      "started",
      "ready",
      "available",
    ]);
    expect(stepTimes.get("created")).toBe(Date.parse(createdPod.metadata.creationTimestamp));
    for (const [step, condition] of [
      ["bound", "PodScheduled"],
      ["ready", "Ready"],
    ] as const) {
      const since = createdPod.status.conditions.find(({ type }) => type === condition)?.lastTransitionTime ?? "";
      // Times of the API are whole seconds, and the event of a watch arrives later.
      expect((stepTimes.get(step) ?? 0) - Date.parse(since)).toBeGreaterThanOrEqual(-1);
      expect((stepTimes.get(step) ?? 0) - Date.parse(since)).toBeLessThan(3000);
    }
    await cluster.mustKubectl(["taint", "node", "node-0", "gpu=yes:NoExecute"]);
    await expect(async () => expect(await podOn("node-0")).toBe("")).toPass({ timeout: 60_000 });
    await cluster.mustKubectl(["taint", "node", "node-0", "gpu-"]);
    await wantedOn("node-0", /taints changed/);
    const last = await podOn("node-1");
    await open(last);
    await cluster.mustKubectl(["delete", "pod", last, "--now"]);
    await expect(heading).toContainText(/^GONE\s*fluentd-\w{5} replaced it on/, { timeout: 30_000 });

    await cluster.mustKubectl(
      ["apply", "-f", "-"],
      agent({ name: "crasher", image: "registry.example/agent:crash", readinessProbe: PROBE }),
    );
    await expect(async () => expect(await podOf("crasher")).not.toBe("")).toPass({ timeout: 30_000 });
    await open(await podOf("crasher"));
    await expect(heading).toContainText(
      /^FAILING.*container agent ends with an error: exit code 1, \d+ restarts?, next try (?:in about \d+s|any moment)/,
      {
        timeout: 60_000,
      },
    );

    const bare = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "alone", namespace: NAMESPACE },
      spec: { containers: [{ name: "a", image: "a:1" }] },
    };
    await cluster.mustKubectl(["create", "-f", "-"], JSON.stringify(bare));
    await open("alone");
    await expect(page.getByText("No DaemonSet owns it.")).toBeVisible();
    await open("nobody-knows");
    await expect(heading).toContainText(/^GONE.*namespace default has no pod of this name now/);
  } finally {
    await product?.stop();
    await cluster.stop();
  }
});
