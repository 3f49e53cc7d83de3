import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keyframeOfText } from "@daemonscope/shared/codec/keyframe-text";
import type { ActionPlan, ActionQuestion, ActionRecord, ActionsAnswer } from "@daemonscope/shared/http/actions";
import { expect, test } from "@playwright/test";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type CollectorProcess, startCollector } from "../engine/collector-process.ts";
import { type NatsServers, startNatsServers } from "../engine/nats-servers.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { daemonscope } from "./daemonscope-command.ts";
import { agent, rolling } from "./manifests.ts";

const VIEWER_RULES = ["--verb=list,watch", "--resource=pods,events,daemonsets.apps,controllerrevisions.apps"];

/** Returns requests of a user who signed in to a viewer. */
function userRequests(url: string, cookie: string) {
  const headers = { "content-type": "application/json", origin: url, cookie };
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    get: (path: string) => fetch(`${url}${path}`, { headers }),
    plan: (question: ActionQuestion) => post<ActionPlan>("/api/actions/plan", question),
    carryOut: ({ id, confirm }: ActionPlan) =>
      post<ActionRecord>("/api/actions", { planId: id, ...(confirm.kind === "typed" ? { typed: confirm.name } : {}) }),
    record: async (id: string) => {
      const { actions } = (await (await fetch(`${url}/api/actions`, { headers })).json()) as ActionsAnswer;
      return actions.find((action) => action.id === id);
    },
  };
}

const keysIn = async (answer: Response): Promise<readonly string[]> => {
  const { head } = keyframeOfText(await answer.text());
  return head.daemonSets.map(({ key }) => key).sort();
};

test.describe("a viewer of a log in an engine", () => {
  let cluster: ControlPlane;
  let servers: NatsServers;
  let simulator: Simulator;
  let collectors: CollectorProcess[];
  let viewer: Daemonscope;
  const audit = () => join(cluster.dir, "requests.jsonl");
  const collect = (...more: readonly string[]) => {
    const collector = startCollector(["--to", servers.url, "--cluster", "prod", ...more]);
    collectors.push(collector);
    return collector;
  };
  const collectProd = (auditFile: string) => collect("--kubeconfig", cluster.kubeconfig, "--allow-writes", "--audit", auditFile);
  const tokenOf = async (name: string) => {
    await cluster.mustKubectl(["create", "serviceaccount", name]);
    return (await cluster.mustKubectl(["create", "token", name])).trim();
  };
  const signIn = async (token: string) => {
    const answer = await fetch(`${viewer.url}/api/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: viewer.url },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(204);
    return userRequests(
      viewer.url,
      answer.headers
        .getSetCookie()
        .map((each) => each.split(";", 1)[0])
        .join("; "),
    );
  };
  test.beforeAll(async () => {
    collectors = [];
    [cluster, servers, simulator] = await Promise.all([
      startControlPlane({ nodes: 4 }),
      startNatsServers(1),
      startSimulator("image-update"),
    ]);
    await cluster.mustKubectl(["apply", "-f", "-"], agent({ name: "agent", strategy: rolling(4) }));
    await cluster.mustKubectl(["create", "namespace", "other"]);
    await cluster.mustKubectl(["apply", "-n", "other", "-f", "-"], agent({ name: "shut" }).replace('"default"', '"other"'));
    await cluster.mustKubectl(["rollout", "status", "ds/agent", "--timeout=60s"]);
    await collectProd(audit()).waitForOutput("prod: writing");
    viewer = await startDaemonscope(["--from", servers.url, "--auth", "token", "--allow-writes"]);
    await expect.poll(async () => (await fetch(`${viewer.url}/readyz`)).status, { timeout: 20_000 }).toBe(200);
  });
  test.afterAll(async () => {
    if (process.env.DEBUG_ENGINE) for (const each of [...collectors, viewer]) console.log(each.output());
    await viewer.stop();
    await Promise.all(collectors.map((collector) => collector.stop()));
    await Promise.all([servers.stop(), cluster.stop(), simulator.stop()]);
  });

  test("G47 shows each user what their permissions cover, and calls the API server as the user", async () => {
    expect((await fetch(`${viewer.url}/api/keyframe`)).status).toBe(401);
    const token = await tokenOf("mia");
    await cluster.mustKubectl(["create", "role", "looks", ...VIEWER_RULES]);
    await cluster.mustKubectl(["create", "rolebinding", "mia-looks", "--role=looks", "--serviceaccount=default:mia"]);
    const mia = await signIn(token);
    expect(await keysIn(await mia.get("/api/keyframe"))).toEqual(["default/agent"]);
    expect((await mia.get("/api/session")).json()).resolves.toMatchObject({ userName: "system:serviceaccount:default:mia" });
    const yaml = await mia.get("/api/yaml?namespace=default&daemonSet=agent");
    expect(await yaml.text()).toContain("agent:1");
    expect((await mia.get("/api/yaml?namespace=other&daemonSet=shut")).status).toBe(404);
    const services = await mia.get("/api/reach?namespace=default&daemonSet=agent");
    expect(await services.text()).toContain("Your own rights do not cover services in namespace default");
    expect(viewer.output()).not.toContain(token);
    for (const collector of collectors) expect(collector.output()).not.toContain(token);
  });

  test("G48 acts once, with the user's token, with its lines in the collector's audit file; the viewer shows the mark", async () => {
    const token = await tokenOf("ada");
    await cluster.mustKubectl(["create", "clusterrolebinding", "ada", "--clusterrole=cluster-admin", "--serviceaccount=default:ada"]);
    const ada = await signIn(token);
    expect(await keysIn(await ada.get("/api/keyframe"))).toEqual(["default/agent", "other/shut"]);
    const generation = async () => Number(await cluster.mustKubectl(["get", "ds/agent", "-o", "jsonpath={.metadata.generation}"]));
    const before = await generation();
    const steps = [
      { kind: "edit", namespace: "default", name: "agent", edit: { kind: "image", container: "agent", image: "agent:2" } },
    ] as const satisfies ActionQuestion["steps"];
    const plan = await ada.plan({ steps });
    expect(plan.dryRun.kind).toBe("accepted");
    expect(await generation()).toBe(before);
    const record = await ada.carryOut(plan);
    expect(record.who).toBe("system:serviceaccount:default:ada");
    expect((await ada.carryOut(plan)).id).toBe(record.id);
    await expect.poll(async () => (await ada.record(record.id))?.state.kind, { timeout: 60_000 }).toBe("done");
    expect(await generation()).toBe(before + 1);
    const lines = readFileSync(audit(), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ who, request, state }) => [who, request, state])).toEqual([
      ["system:serviceaccount:default:ada", "PATCH /apis/apps/v1/namespaces/default/daemonsets/agent", "sent"],
      ["system:serviceaccount:default:ada", "PATCH /apis/apps/v1/namespaces/default/daemonsets/agent", "done"],
    ]);
    // No log holds templates. The viewer requests them from the API server, as ada.
    const changed = await ada.get("/api/revisions?namespace=default&daemonSet=agent");
    expect((await changed.json()).difference.changes.map(({ words }: { readonly words: string }) => words)).toEqual([
      expect.stringMatching(/^container agent: image .*agent:1 → agent:2$/),
    ]);
    const undo = await ada.plan({ steps: [{ kind: "edit", namespace: "default", name: "agent", edit: { kind: "revision", to: 1 } }] });
    expect(undo.effect.steps.map(({ problem }) => problem)).toEqual([undefined]);
    expect(undo.effect.daemonSets).toMatchObject([{ key: "default/agent", ghosts: [{ ghost: "restarts", nodes: { length: 4 } }] }]);
    const history = async () => ((await (await ada.get("/api/history")).json()) as { happenings: readonly { kind: string }[] }).happenings;
    await expect.poll(async () => (await history()).some(({ kind }) => kind === "acted"), { timeout: 10_000 }).toBe(true);
  });

  test("commands query the engine: a gate over its clusters passes, and fails if one is missing", async () => {
    const ask = (...words: readonly string[]) => daemonscope("", ...words, "--from", servers.url);
    const status = await ask("status", "ds/agent", "--cluster", "prod", "-o", "json");
    expect(JSON.parse(status.out)).toMatchObject({ name: "agent", reported: { numberAvailable: 4 } });
    expect(await ask("wait", "ds/agent", "--timeout", "30s")).toEqual({
      code: 0,
      out: 'prod: daemon set "agent" successfully rolled out\n',
      stderr: expect.stringContaining("no readiness probe"),
    });
    expect(JSON.parse((await ask("what-if", "set-image default/agent agent=agent:9", "-o", "json")).out)).toMatchObject({
      daemonSets: [{ key: "default/agent", ghosts: [{ ghost: "restarts", nodes: { length: 4 } }] }],
    });
    expect(await ask("wait", "ds/agent", "--cluster", "nowhere")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: there is no cluster "nowhere" in nats:.*: there is only prod$/m),
    });
  });

  test("a user does not notice a takeover, and a collector of another cluster cannot use the name", async () => {
    // A user of this test alone: a retry of an earlier test starts another cluster, which has no earlier users.
    const token = await tokenOf("eve");
    await cluster.mustKubectl(["create", "clusterrolebinding", "eve", "--clusterrole=cluster-admin", "--serviceaccount=default:eve"]);
    const eve = await signIn(token);
    // Two servers do not share an audit file: each collector has its own.
    const second = collectProd(join(cluster.dir, "requests-of-second.jsonl"));
    await second.waitForOutput("prod: standing by");
    collectors[0]?.kill();
    const asked = await eve.get("/api/events?namespace=default&daemonSet=agent");
    expect(asked.status).toBe(200);
    await second.waitForOutput("prod: writing");
    const other = collect("--kubeconfig", simulator.kubeconfig);
    await other.waitForOutput("holds the log of another cluster, whose namespace kube-system has the uid");
    expect(other.output()).not.toContain("prod: writing");
  });
});
