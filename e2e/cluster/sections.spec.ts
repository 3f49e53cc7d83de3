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

test("events, YAML, who is behind a Service and why there is no log, of a real API server; its kubelets are played, and have no logs", async ({
  page,
}) => {
  const cluster = await startControlPlane({ nodes: 3, controllers: CONTROLLERS });
  const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
  try {
    await cluster.mustKubectl(["apply", "-f", "-"], agent({ name: "fluentd", annotations: { note: "in the template" } }));
    await cluster.mustKubectl(["set", "env", "ds/fluentd", "PASSWORD=canary-secret"]);
    await cluster.mustKubectl(["rollout", "status", "ds/fluentd", "--timeout=60s"]);
    await cluster.mustKubectl(["apply", "-f", "-"], service("fluentd", { app: "fluentd" }));
    await cluster.mustKubectl(["apply", "-f", "-"], service("fluend", { app: "fluend" }));

    await page.goto(`${product.url}/daemonsets/default/fluentd/events`);
    const created = JSON.parse(
      await cluster.mustKubectl(["get", "events", "--field-selector=involvedObject.kind=DaemonSet", "-o", "json"]),
    ) as { readonly items: readonly { readonly message: string }[] };
    expect(created.items.length).toBeGreaterThan(0);
    for (const { message } of created.items) await expect(page.getByRole("row").filter({ hasText: message }).first()).toBeVisible();

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

    const told = await cluster.kubectl(["logs", "ds/fluentd"]);
    await page.goto(`${product.url}/daemonsets/default/fluentd/logs`);
    await expect(page.getByRole("alert").first()).toBeVisible();
    const said = await page.getByRole("alert").first().innerText();
    const sentence = /^Error from server: (.*)$/m.exec(told.stderr)?.[1] ?? "kubectl said nothing";
    expect(said, "the API server's own sentence, as kubectl prints it").toContain(sentence);
    expect(said).toMatch(/fluentd-[a-z0-9]{5}/);
  } finally {
    await product.stop();
    await cluster.stop();
  }
});
