import { type Browser, expect, type Page, test } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../cluster/control-plane.ts";
import { agent } from "../cluster/manifests.ts";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { buildControlPlane, hasGo } from "./built-control-plane.ts";
import { cannotRun } from "./step.ts";

const TEAM = "team-a";
/** What somebody may read who sees all of a namespace. */
const VIEWER = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: reads-agents }
rules:
- { apiGroups: [""], resources: [pods, events], verbs: [list, watch] }
- { apiGroups: [apps], resources: [daemonsets, controllerrevisions], verbs: [list, watch] }
`;

let cluster: ControlPlane;
let product: Daemonscope;

/** Whoever is asked about has a token of their own: a real one, of a service account. */
async function tokenOf(name: string): Promise<string> {
  await cluster.mustKubectl(["create", "serviceaccount", name]);
  return (await cluster.mustKubectl(["create", "token", name])).trim();
}

async function signedIn(browser: Browser, token: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(product.url);
  await page.getByRole("textbox", { name: "Bearer token" }).fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  return page;
}

const answerTo = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (at) => `${(await fetch(at)).status} ${await (await fetch(at)).text()}`, path);

test.beforeAll(async () => {
  if (!hasGo()) return;
  buildControlPlane();
  cluster = await startControlPlane({ nodes: 3 });
  await cluster.mustKubectl(["create", "namespace", TEAM]);
  await cluster.mustKubectl(["apply", "-f", "-"], VIEWER);
  await cluster.mustKubectl(["apply", "-f", "-"], agent({ name: "agent" }));
  const logger = agent({ name: "logger", nodeSelector: { "kubernetes.io/hostname": "node-1" } });
  await cluster.mustKubectl(["apply", "-n", TEAM, "-f", "-"], logger.replace('"namespace":"default"', `"namespace":"${TEAM}"`));
  for (const [namespace, name] of [
    ["default", "agent"],
    [TEAM, "logger"],
  ] as const)
    await cluster.mustKubectl(["rollout", "status", `ds/${name}`, "-n", namespace, "--timeout=90s"]);
  product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig, "--auth", "token"]);
});
test.afterAll(async () => {
  await product?.stop();
  await cluster?.stop();
});

test.beforeEach(() => {
  if (!hasGo()) cannotRun("there is no Go to build the control plane with");
});

test.describe("people with rights of their own, on a real API server", () => {
  test("a token that the API server does not know lets nobody in, and says so", async ({ browser }) => {
    const page = await signedIn(browser, "eyJhbGciOiJub25lIn0.e30.");
    await expect(page.getByRole("alert")).toContainText("The cluster does not know this token");
    expect(await answerTo(page, "/api/keyframe")).toMatch(/^401 /);
  });

  test("who may read a namespace sees its DaemonSets, no others and no node, and it ends when the right is taken away", async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const token = await tokenOf("reader");
    await cluster.mustKubectl([
      "create",
      "rolebinding",
      "reads",
      "-n",
      TEAM,
      "--clusterrole=reads-agents",
      "--serviceaccount=default:reader",
    ]);
    const page = await signedIn(browser, token);
    await expect(page.locator("[data-rights=part] summary")).toContainText("1 namespace · no nodes");
    await expect(page.locator(`[data-key="${TEAM}/logger"]`)).toBeVisible();
    const daemonSet = `namespace=${TEAM}&daemonSet=logger`;
    const told = await Promise.all(
      [
        "/api/keyframe",
        "/api/rights",
        "/api/pods-named?text=logger",
        `/api/daemonset-pods?${daemonSet}`,
        `/api/revisions?${daemonSet}`,
        `/api/eligibility?${daemonSet}`,
        `/api/yaml?${daemonSet}`,
        `/api/events?${daemonSet}`,
      ].map((path) => answerTo(page, path)),
    );
    for (const answer of told) {
      // What takes the nodes is not known to somebody who may not list them; all else is answered.
      expect(answer).toMatch(/^(?:200 |503 .*"NotRead")/);
      expect(answer).not.toContain("node-1");
      expect(answer).not.toContain("default/agent");
    }
    expect(await answerTo(page, "/api/daemonset-pods?namespace=default&daemonSet=agent")).toMatch(/^404 /);
    expect(await answerTo(page, "/metrics/daemonsets")).toMatch(/^403 /);
    // The page says it by itself, without a reload, within the minute that docs/security.md promises.
    await cluster.mustKubectl(["delete", "rolebinding", "reads", "-n", TEAM]);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("may not list DaemonSets", { timeout: 75_000 });
    expect(await answerTo(page, "/api/keyframe")).toMatch(/^403 /);
  });

  test("who may read nothing is given a command, and that command, pasted by somebody who can, lets them see it all", async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const page = await signedIn(browser, await tokenOf("newcomer"));
    await expect(page.getByRole("heading", { level: 1 })).toContainText("system:serviceaccount:default:newcomer may not list DaemonSets");
    // The role, and its binding in the whole cluster; the third is for one namespace.
    const commands = await page.locator("[data-command]").all();
    for (const command of commands.slice(0, 2)) await cluster.paste((await command.innerText()).trim());
    await expect(page.locator('[data-key="default/agent"]')).toBeVisible({ timeout: 75_000 });
    await expect(page.locator(`[data-key="${TEAM}/logger"]`)).toBeVisible();
    expect(await answerTo(page, "/api/rights")).toContain('"everything"');
  });
});
