import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const AGENT = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";

test("R16 changes are shown as text and YAML, any two revisions can be chosen, and secrets are omitted", async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(5500);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch/changes`);
  await expect(verdict(page)).toContainText("ROLLING");
  const revisions = page.getByRole("region", { name: "Revisions" });
  await expect(revisions.getByRole("heading", { name: "From revision 1 to revision 2" })).toBeVisible();
  const change =
    "container fluentd-elasticsearch: image quay.io/fluentd_elasticsearch/fluentd:v2.5.1 → quay.io/fluentd_elasticsearch/fluentd:v2.6.0";
  await expect(revisions.getByRole("listitem")).toContainText([change]);
  await revisions.getByRole("button", { name: /nodes run revision 1/ }).click();
  await expect(revisions.getByRole("button", { name: "worker-12" })).toBeVisible();

  const patch = {
    metadata: { annotations: { "kubernetes.io/change-cause": "password turned over" } },
    spec: {
      template: {
        spec: {
          containers: [{ name: "fluentd-elasticsearch", env: [{ name: "PASSWORD", value: "canary-secret" }] }],
          tolerations: [{ key: "dedicated", value: "gpu", effect: "NoSchedule" }],
        },
      },
    },
  };
  await product.kube("PATCH", AGENT, patch, "application/strategic-merge-patch+json");
  await product.advance(1000);
  await expect(revisions.getByRole("heading", { name: "From revision 2 to revision 3" })).toBeVisible();
  await expect(revisions.getByRole("listitem")).toContainText([
    "container fluentd-elasticsearch: env PASSWORD added: <hidden>",
    "toleration dedicated=gpu:NoSchedule added",
  ]);
  await expect(revisions.getByRole("row", { name: /password turned over/ })).toBeVisible();

  await revisions.getByRole("radio", { name: "Compare from revision 1" }).check();
  await expect(revisions.getByRole("heading", { name: "From revision 1 to revision 3" })).toBeVisible();
  await expect(page).toHaveURL(/from=/);
  await revisions.getByText(/^YAML: /).click();
  await expect(revisions.getByText("value: <hidden 1>")).toBeVisible();
  await revisions.getByText("kubectl rollout history").click();
  await expect(revisions.getByText("3         password turned over")).toBeVisible();
  await expectAccessible(page);
  expect(await page.content()).not.toContain("canary-secret");
});

test("G12 --show-env-values shows them", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("image-update", "--show-env-values");
  const patch = { spec: { template: { spec: { containers: [{ name: "fluentd-elasticsearch", args: ["--token=canary-secret"] }] } } } };
  await product.kube("PATCH", AGENT, patch, "application/strategic-merge-patch+json");
  await product.advance(1000);
  await page.goto(`${product.url}/daemonsets/kube-system/fluentd-elasticsearch/changes`);
  const revisions = page.getByRole("region", { name: "Revisions" });
  await expect(revisions.getByRole("listitem")).toContainText(["argument 1 added: --token=canary-secret"]);
  await expect(revisions).not.toContainText("are hidden");
});
