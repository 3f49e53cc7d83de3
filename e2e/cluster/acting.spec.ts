import type { Step } from "@daemonscope/daemonset/actions/step";
import type { ActionPlan, ActionQuestion, ActionRecord, ActionsAnswer } from "@daemonscope/shared/http/acting";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { agent, rolling } from "./manifests.ts";
import { type Stage, setStage } from "./stage.ts";

const NODES = 20;
const KEY = "default/agent";
const edit = (each: Extract<Step, { kind: "edit" }>["edit"]): Step => ({ kind: "edit", namespace: "default", name: "agent", edit: each });
const image = (to: string): Step => edit({ kind: "image", container: "agent", image: to });

/** Acts as a page does. */
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

async function begun(stage: Stage, strategy: { readonly type: string }): Promise<void> {
  await stage.apply(agent({ name: "agent", strategy }));
  if (strategy.type === "RollingUpdate") await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
  await stage.observer.until("all are available", () => stage.observer.record(KEY)?.derived?.numberAvailable === NODES, 120_000);
}

test.describe("acting on a real control plane", () => {
  let stage: Stage;
  test.beforeAll(async () => {
    stage = await setStage("acting", NODES, { flags: ["--allow-writes"] });
  });
  test.afterAll(() => stage.stop());
  const jsonOf = async (...args: string[]) => JSON.parse(await stage.kubectl("get", ...args, "-o", "json"));

  test("T8 a new image and its undo, a restart, a strategy and a budget: each once, observed by the controller, and by our name", async () => {
    await begun(stage, rolling(5));
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
    // What the API server would refuse it says beforehand.
    const bad = await plan({ steps: [edit({ kind: "limits", maxUnavailable: 1, maxSurge: 1 })] }).catch((error: Error) => error);
    expect(bad instanceof Error ? bad.message : JSON.stringify(bad.dryRun)).toMatch(/maxSurge|maxUnavailable/);
  });

  test("T9 under OnDelete a pool of twenty is replaced five at a time, by a batch that waits until they are back", async () => {
    await begun(stage, { type: "OnDelete" });
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

  test("nodes are cordoned, tainted and labelled, and get everything back", async () => {
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
    // The node lifecycle controller takes its own taint of a cordon off a moment later.
    await expect.poll(written, { timeout: 30_000 }).toEqual(before);
  });

  test("somebody else is faster: refused, with their name, and nothing is done", async () => {
    await begun(stage, rolling(5));
    const { plan, carryOut } = actor(stage.url);
    const made = await plan({ steps: [image("agent:mine")] });
    expect(made.dryRun.kind).toBe("accepted");
    await stage.kubectl("set", "image", "ds/agent", "agent=agent:theirs");
    const { state, sent } = await carryOut(made);
    expect(state).toMatchObject({ kind: "refused", why: "conflict", changedBy: { manager: expect.stringMatching(/kubectl/) } });
    expect(sent).toEqual(["PATCH daemonsets/agent"]);
    expect((await jsonOf("ds/agent")).spec.template.spec.containers[0].image).toBe("agent:theirs");
    await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
  });

  test("a manifest is applied, and one that takes what others manage is refused in the server's words until somebody takes it over", async () => {
    const { plan, do: act, done } = actor(stage.url);
    const manifest = JSON.parse(agent({ name: "agent", image: "agent:applied", strategy: rolling(3) }));
    const refused = await plan({ steps: [{ kind: "apply", manifest }] });
    expect(refused.dryRun).toMatchObject({ kind: "refused", httpStatus: 409, message: expect.stringContaining("Apply failed with") });
    expect((await act({ steps: [{ kind: "apply", manifest }] })).state).toMatchObject({ kind: "refused", why: "conflict" });
    await done({ steps: [{ kind: "apply", manifest }], force: true });
    expect((await jsonOf("ds/agent")).spec.template.spec.containers[0].image).toBe("agent:applied");
    const made = await done({ steps: [{ kind: "apply", manifest: { ...manifest, metadata: { name: "fresh", namespace: "default" } } }] });
    if (made.undo.kind !== "steps") throw new Error("no way back");
    await done({ steps: made.undo.steps, undoes: made.id });
    expect(await stage.kubectl("get", "ds", "fresh", "--ignore-not-found")).toBe("");
  });

  test("T19 a rollout is stuck: the undo is accepted within thirty seconds of the alarm, and heals it", async () => {
    await begun(stage, rolling(2));
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

  test("G42 a person with fewer rights acts with their own token: what they lack is said beforehand, and refused when sent", async () => {
    await begun(stage, rolling(2));
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
    const signed: Daemonscope = await startDaemonscope(["--kubeconfig", stage.cluster.kubeconfig, "--auth", "token", "--allow-writes"]);
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
      expect(plan.rights).toEqual([{ verb: "patch", group: "apps", resource: "daemonsets", namespace: "default", allowed: false }]);
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
      expect(signed.output()).not.toContain(token);
    } finally {
      await signed.stop();
    }
  });
});
