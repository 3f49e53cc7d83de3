import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ActionPlan, ActionQuestion, ActionRecord, ActionsAnswer } from "@daemonscope/shared/http/actions";
import { expect, type Locator, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { expectAccessible, verdict } from "../tests/fixtures.ts";
import { tabTo } from "../tests/tab-to.ts";
import { agent, rolling, surging } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

const NODES = 20;
const KEY = "default/agent";
const edit = (each: Extract<Step, { kind: "edit" }>["edit"]): Step => ({ kind: "edit", namespace: "default", name: "agent", edit: each });
const image = (to: string): Step => edit({ kind: "image", container: "agent", image: to });

/** Sends plans and actions as a page does. */
function actor(url: string, cookie?: string) {
  const headers = { "content-type": "application/json", ...(cookie === undefined ? {} : { cookie }) };
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const plan = (question: ActionQuestion) => post<ActionPlan>("/api/actions/plan", question);
  const carryOut = ({ id, confirm }: ActionPlan) =>
    post<ActionRecord>("/api/actions", { planId: id, ...(confirm.kind === "typed" ? { typed: confirm.name } : {}) });
  const record = async (id: string): Promise<ActionRecord> => {
    const { actions } = (await (await fetch(`${url}/api/actions`, { headers })).json()) as ActionsAnswer;
    const found = actions.find((action) => action.id === id);
    if (found === undefined) throw new Error(`there is no action ${id}`);
    return found;
  };
  return {
    plan,
    carryOut,
    record,
    do: async (question: ActionQuestion) => carryOut(await plan(question)),
    async done(question: ActionQuestion): Promise<ActionRecord> {
      const { id } = await carryOut(await plan(question));
      await expect.poll(async () => (await record(id)).state, { timeout: 60_000 }).toEqual({ kind: "done" });
      return record(id);
    },
  };
}

async function startAgent(stage: Stage, strategy: { readonly type: string }): Promise<void> {
  await stage.apply(agent({ name: "agent", strategy }));
  if (strategy.type === "RollingUpdate") await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
  await stage.observer.until("all are available", () => stage.observer.record(KEY)?.derived?.numberAvailable === NODES, 120_000);
}

test.describe("actions on a real control plane", () => {
  let stage: Stage;
  test.beforeAll(async () => {
    stage = await setStage("acting", NODES, { flags: ["--allow-writes"] });
  });
  test.afterAll(() => stage.stop());
  const jsonOf = async (...args: string[]) => JSON.parse(await stage.kubectl("get", ...args, "-o", "json"));

  test("T8 a new image is sent once as our field manager; its undo, a restart and a budget take effect, and bad limits are refused", async () => {
    await startAgent(stage, rolling(5));
    const { done, plan } = actor(stage.url);
    const before = await jsonOf("ds/agent");
    const set = await done({ steps: [image("agent:2")], event: true });
    expect(set.who).toBeTruthy();
    expect((await jsonOf("ds/agent")).metadata.generation).toBe(before.metadata.generation + 1);
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
    expect(
      await stage.kubectl("get", "events", "--field-selector", "reason=ChangedByDaemonscope", "-o", "jsonpath={.items[*].message}"),
    ).toContain("set image ds/agent agent=agent:2");
    expect(
      (await jsonOf("ds/agent", "--show-managed-fields")).metadata.managedFields.map((entry: { manager: string }) => entry.manager),
    ).toContain("daemonscope");

    if (set.undo.kind !== "steps") throw new Error(`no way back: ${set.undo.kind}`);
    await done({ steps: set.undo.steps, undoes: set.id });
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
    expect((await jsonOf("ds/agent")).spec.template).toEqual(before.spec.template);

    const uids = async () => (await jsonOf("pods", "-l", "app=agent")).items.map((pod: { metadata: { uid: string } }) => pod.metadata.uid);
    const old = await uids();
    await done({ steps: [edit({ kind: "restart" })] });
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
    expect((await uids()).filter((uid: string) => old.includes(uid))).toEqual([]);

    await done({ steps: [edit({ kind: "budget", field: "maxUnavailable", to: "50%" })] });
    expect((await jsonOf("ds/agent")).spec.updateStrategy.rollingUpdate.maxUnavailable).toBe("50%");
    // The dry run reports a refusal of the API server before anything is sent.
    const bad = await plan({ steps: [edit({ kind: "limits", maxUnavailable: 1, maxSurge: 1 })] }).catch((error: Error) => error);
    expect(bad instanceof Error ? bad.message : JSON.stringify(bad.dryRun)).toMatch(/maxSurge|maxUnavailable/);
  });

  test("T9 under OnDelete a pool of twenty is replaced in batches of five, each waiting for the previous one", async () => {
    await startAgent(stage, { type: "OnDelete" });
    const { done } = actor(stage.url);
    await done({ steps: [image("agent:9")] });
    const pods = (await jsonOf("pods", "-l", "app=agent")).items as readonly {
      readonly metadata: { readonly name: string; readonly uid: string };
    }[];
    const from = stage.observer.statusWrites.length;
    const record = await done({
      steps: [{ kind: "deletePods", namespace: "default", pods: pods.map(({ metadata }) => metadata.name) }],
      batch: { atOnce: 5, stopAtFailure: true },
    });
    expect(record.batch?.map(({ state }) => state)).toEqual(pods.map(() => "back"));
    const after = (await jsonOf("pods", "-l", "app=agent")).items as typeof pods;
    expect(after).toHaveLength(NODES);
    expect(after.filter(({ metadata }) => pods.some((old) => old.metadata.uid === metadata.uid))).toEqual([]);
    const available = stage.observer.statusWrites.slice(from).map(({ counts }) => counts.numberAvailable);
    expect(Math.min(...available), "never more than five are away").toBeGreaterThanOrEqual(NODES - 5);
  });

  test("nodes are cordoned, tainted and labelled, and every change is undone", async () => {
    const { done } = actor(stage.url);
    const nodes = (await jsonOf("nodes")).items.slice(0, 3).map((node: { metadata: { name: string } }) => node.metadata.name) as string[];
    const written = async () =>
      (await jsonOf("nodes", ...nodes)).items.map((node: { metadata: { labels: unknown }; spec: unknown }) => [
        node.metadata.labels,
        node.spec,
      ]);
    const before = await written();
    const record = await done({
      steps: [
        { kind: "cordon", nodes: { kind: "names", names: nodes } },
        { kind: "taint", nodes: { kind: "names", names: nodes }, taints: [{ key: "dedicated", value: "db", effect: "PreferNoSchedule" }] },
        { kind: "label", nodes: { kind: "names", names: nodes }, labels: { "example.com/disk": "ssd" } },
      ],
    });
    expect(record.sent).toHaveLength(3);
    expect((await written())[0]).not.toEqual(before[0]);
    if (record.undo.kind !== "steps") throw new Error("no way back");
    await done({ steps: record.undo.steps, undoes: record.id });
    // The node lifecycle controller removes its taint for a cordon a moment later.
    await expect.poll(written, { timeout: 30_000 }).toEqual(before);
  });

  test("T5 by mouse: a node is labelled from the what-if, its pod starts, and stops when the label is removed", async ({ page }) => {
    await stage.apply(agent({ name: "hw-rng", nodeSelector: { feature: "hw-rng" } }));
    await stage.observer.until("it is there", () => stage.observer.record("default/hw-rng") !== undefined);
    const nodesOf = async () =>
      (await jsonOf("pods", "-l", "app=hw-rng")).items.map((pod: { spec: { nodeName?: string } }) => pod.spec.nodeName) as string[];
    await page.goto(`${stage.url}/what-if?if=${encodeURIComponent("label node-3 feature=hw-rng")}`);
    await expect(page.locator('[data-ghost="comes"]')).toHaveAttribute("data-count", "1");
    await page.locator("main [data-do-it]").click();
    const plan = page.locator("[data-plan]");
    await plan.locator("[data-confirm]").click();
    await expect(plan.locator('[data-station="done"]')).toHaveAttribute("data-mark", "passed");
    await expect.poll(nodesOf).toEqual(["node-3"]);
    await plan.locator("[data-undo]").click();
    await expect(plan).toHaveAttribute("data-plan", "planned");
    await plan.locator("[data-confirm]").click();
    await expect.poll(nodesOf, { timeout: 30_000 }).toEqual([]);
    await stage.kubectl("delete", "ds", "hw-rng");
  });

  test("T10 at 390 px in zh-TW: a surge blocked by a host port changes to old pods first, and completes", async ({ page }) => {
    await stage.apply(agent({ name: "ports", hostPort: 9100, strategy: surging(1) }));
    await stage.kubectl("rollout", "status", "ds/ports", "--timeout=120s");
    await stage.kubectl("set", "image", "ds/ports", "agent=agent:2");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stage.url}/daemonsets/default/ports?drawer=fix&lang=zh-TW`);
    const act = page.locator("[data-action]").filter({ hasText: "maxSurge" }).first();
    await act.locator("[data-do-it]").click();
    const plan = page.locator("[data-plan]");
    await expect(plan).toContainText(/patch ds\/ports .*"maxSurge":0/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await expectAccessible(page);
    const typed = plan.getByRole("textbox");
    if ((await typed.count()) > 0) await typed.fill((await typed.getAttribute("placeholder")) ?? "");
    await plan.locator("[data-confirm]").click();
    await expect(plan.locator('[data-station="done"]')).toHaveAttribute("data-mark", "passed");
    expect((await jsonOf("ds/ports")).spec.updateStrategy.rollingUpdate).toEqual({ maxSurge: 0, maxUnavailable: 1 });
    await expect.poll(async () => (await jsonOf("ds/ports")).status.updatedNumberScheduled, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    await stage.kubectl("delete", "ds", "ports");
  });

  test("T18 by keyboard alone: a cordoned node keeps its daemon pod, and is uncordoned again", async ({ page }) => {
    await startAgent(stage, rolling(5));
    const podOf = async () =>
      (await jsonOf("pods", "-l", "app=agent", "--field-selector", "spec.nodeName=node-4")).items.map(
        (pod: { metadata: { uid: string } }) => pod.metadata.uid,
      ) as string[];
    const before = await podOf();
    expect(before).toHaveLength(1);
    await page.goto(`${stage.url}/nodes/node-4`);
    const press = async (control: Locator) => {
      await tabTo(control);
      await page.keyboard.press("Enter");
    };
    await press(page.locator("main [data-do-it]").first());
    const plan = page.locator("[data-plan]");
    await expect(plan).toHaveAttribute("data-plan", "planned");
    await press(plan.locator("[data-confirm]"));
    await expect(plan.locator('[data-station="done"]')).toHaveAttribute("data-mark", "passed");
    expect((await jsonOf("node/node-4")).spec.unschedulable).toBe(true);
    await press(plan.locator("[data-undo]"));
    await expect(plan).toHaveAttribute("data-plan", "planned");
    await press(plan.locator("[data-confirm]"));
    await expect.poll(async () => (await jsonOf("node/node-4")).spec.unschedulable).toBeUndefined();
    expect(await podOf()).toEqual(before);
  });

  test("T21 a label that removes the agents is predicted, and not written", async ({ page }) => {
    await stage.kubectl("label", "node", "--all", "disk=ssd", "--overwrite");
    await stage.apply(agent({ name: "shipper", nodeSelector: { disk: "ssd" } }));
    await stage.kubectl("rollout", "status", "ds/shipper", "--timeout=120s");
    await page.goto(`${stage.url}/what-if?if=${encodeURIComponent("label -l disk=ssd disk=nvme")}`);
    await expect(verdict(page)).toContainText("WOULD SHRINK");
    await expect(page.locator('[data-daemonset="default/shipper"]')).toContainText("wants disk=ssd");
    await expect(page.locator('[data-ghost="goes"]')).toHaveAttribute("data-count", String(NODES));
    await page.locator("main [data-do-it]").click();
    await expect(page.locator("[data-plan]").getByRole("textbox")).toHaveAttribute("placeholder", `${NODES} nodes`);
    await page.keyboard.press("Escape");
    const { items } = await jsonOf("nodes", "-l", "disk=ssd");
    expect(items).toHaveLength(NODES);
    expect((await jsonOf("ds/shipper")).status.desiredNumberScheduled).toBe(NODES);
    await stage.kubectl("delete", "ds", "shipper");
  });

  test("after another client's change a plan is refused with that client's field manager, and nothing is changed", async () => {
    await startAgent(stage, rolling(5));
    const { plan, carryOut } = actor(stage.url);
    const ours = await plan({ steps: [image("agent:mine")] });
    expect(ours.dryRun.kind).toBe("accepted");
    await stage.kubectl("set", "image", "ds/agent", "agent=agent:theirs");
    const { state, sent } = await carryOut(ours);
    expect(state).toMatchObject({ kind: "refused", why: "conflict", changedBy: { manager: expect.stringMatching(/kubectl/) } });
    expect(sent).toEqual(["PATCH daemonsets/agent"]);
    expect((await jsonOf("ds/agent")).spec.template.spec.containers[0].image).toBe("agent:theirs");
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
  });

  test("a manifest is applied, and a field conflict is refused with the server's message until the user forces it", async () => {
    const { plan, do: act, done } = actor(stage.url);
    const manifest = JSON.parse(agent({ name: "agent", image: "agent:applied", strategy: rolling(3) }));
    const refused = await plan({ steps: [{ kind: "apply", manifest }] });
    expect(refused.dryRun).toMatchObject({ kind: "refused", httpStatus: 409, message: expect.stringContaining("Apply failed with") });
    expect((await act({ steps: [{ kind: "apply", manifest }] })).state).toMatchObject({ kind: "refused", why: "conflict" });
    await done({ steps: [{ kind: "apply", manifest }], force: true });
    expect((await jsonOf("ds/agent")).spec.template.spec.containers[0].image).toBe("agent:applied");
    const created = await done({
      steps: [{ kind: "apply", manifest: { ...manifest, metadata: { name: "fresh", namespace: "default" } } }],
    });
    if (created.undo.kind !== "steps") throw new Error("no way back");
    await done({ steps: created.undo.steps, undoes: created.id });
    expect(await stage.kubectl("get", "ds", "fresh", "--ignore-not-found")).toBe("");
  });

  test("T19 the undo of a stuck rollout is accepted within thirty seconds of the alarm, and repairs it", async () => {
    await startAgent(stage, rolling(2));
    const { done } = actor(stage.url);
    await stage.kubectl("set", "image", "ds/agent", "agent=agent:missing");
    await stage.observer.until(
      "the alarm is there",
      () => stage.observer.record(KEY)?.concern !== null && stage.observer.record(KEY)?.concern !== undefined,
      300_000,
    );
    const alarmMs = Date.now();
    const good = stage.observer.record(KEY)?.revisions.find(({ current }) => !current)?.revision ?? 0;
    const record = await done({ steps: [edit({ kind: "revision", to: good })] });
    expect(Date.now() - alarmMs, "from the alarm to an undo that the controller has seen").toBeLessThan(30_000);
    expect(record.state.kind).toBe("done");
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
  });

  test("G42 a user with fewer permissions acts with their own token: missing ones are predicted, and refused when sent", async () => {
    await startAgent(stage, rolling(2));
    await stage.kubectl("create", "serviceaccount", "mia");
    await stage.kubectl(
      "create",
      "clusterrole",
      "looks",
      "--verb=list,watch",
      "--resource=nodes,pods,events,daemonsets.apps,controllerrevisions.apps",
    );
    await stage.kubectl("create", "clusterrolebinding", "mia-looks", "--clusterrole=looks", "--serviceaccount=default:mia");
    await stage.kubectl("create", "role", "deletes", "--verb=delete", "--resource=pods");
    await stage.kubectl("create", "rolebinding", "mia-deletes", "--role=deletes", "--serviceaccount=default:mia");
    const token = (await stage.kubectl("create", "token", "mia")).trim();
    const folder = mkdtempSync(join(tmpdir(), "daemonscope-mia-"));
    const kept = ["--history", folder, "--log-level", "debug", "--write-events"];
    const signed: Daemonscope = await startDaemonscope([
      "--kubeconfig",
      stage.cluster.kubeconfig,
      "--auth",
      "token",
      "--allow-writes",
      ...kept,
    ]);
    try {
      const answer = await fetch(`${signed.url}/api/sign-in`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: signed.url },
        body: JSON.stringify({ token }),
      });
      expect(answer.status).toBeLessThan(300);
      const cookie = answer.headers
        .getSetCookie()
        .map((each) => each.split(";", 1)[0])
        .join("; ");
      const mia = actor(signed.url, cookie);
      expect(await (await fetch(`${signed.url}/api/acting`, { headers: { cookie } })).json()).toEqual({
        kind: "yes",
        as: "system:serviceaccount:default:mia",
        simulated: false,
      });
      const plan = await mia.plan({ steps: [image("agent:hers")] });
      expect(plan.rights).toEqual([
        { verb: "patch", group: "apps", resource: "daemonsets", namespace: "default", allowed: false },
        { verb: "create", group: "", resource: "events", namespace: "default", isForEvent: true, allowed: false },
      ]);
      expect(plan.dryRun).toMatchObject({ kind: "refused", httpStatus: 403 });
      expect((await mia.carryOut(plan)).state).toMatchObject({
        kind: "refused",
        why: "forbidden",
        httpStatus: 403,
        message: expect.stringContaining('User "system:serviceaccount:default:mia" cannot patch resource "daemonsets"'),
      });
      const [pod] = (await jsonOf("pods", "-l", "app=agent")).items as readonly { readonly metadata: { readonly name: string } }[];
      const record = await mia.done({ steps: [{ kind: "deletePods", namespace: "default", pods: [pod?.metadata.name ?? ""] }] });
      expect(record.who).toBe("system:serviceaccount:default:mia");
      expect(record.event).toMatchObject({ written: 0, problem: expect.stringContaining("cannot create resource") });
      // Her token went to the API server, and nowhere else.
      const recording = await (await fetch(`${signed.url}/api/history/recording`, { headers: { cookie } })).arrayBuffer();
      await signed.stop();
      const written = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
      const actions = readFileSync(join(folder, "actions.jsonl"), "utf8");
      expect(actions).toContain(record.id);
      for (const text of [signed.output(), Buffer.from(recording).toString("latin1"), ...written.map((bytes) => bytes.toString("latin1"))])
        expect(text).not.toContain(token);
    } finally {
      await signed.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
