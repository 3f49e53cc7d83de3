import type { ActionRecord } from "@daemonscope/shared/http/actions";
import type { LabAnswer } from "@daemonscope/shared/http/lab";
import { afterEach, describe, expect, it } from "vitest";
import { labOnManualTime } from "../lab.fixture.ts";
import { nextImage } from "./daemonset-steps.ts";
import { nextName } from "./joining-nodes.ts";

const open: (() => Promise<void>)[] = [];
async function start(scenario: string) {
  const made = await labOnManualTime(scenario);
  open.push(made.close);
  return made;
}
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const NODE = "/api/v1/nodes/worker-01";
const SET = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
/** The story sets another image after five seconds. From then on an action on the DaemonSet cannot be undone. */
const BEFORE_FIRST_STEP_MS = 4500;
const AGENT = { namespace: "kube-system", daemonSet: "fluentd-elasticsearch" };

/** Returns the fields that a user writes: without versions, counters and status. */
async function writableFields(made: Awaited<ReturnType<typeof start>>, path: string): Promise<unknown> {
  const { metadata, spec } = (await made.kube().get(path)) as {
    readonly metadata: { readonly labels?: unknown; readonly annotations?: Record<string, unknown> };
    readonly spec?: unknown;
  };
  const { "deprecated.daemonset.template.generation": _counter, ...annotations } = metadata.annotations ?? {};
  return { labels: metadata.labels, annotations, spec };
}

describe("actions can be undone", () => {
  it.each([
    ["label", { node: "worker-01", key: "disk", value: "ssd" }, NODE, "kubectl label node worker-01 disk=ssd --overwrite"],
    ["label", { node: "worker-01", key: "pool" }, NODE, "kubectl label node worker-01 pool-"],
    [
      "taint",
      { node: "worker-01", key: "dedicated", value: "db", effect: "NoSchedule" },
      NODE,
      "kubectl taint node worker-01 dedicated=db:NoSchedule --overwrite",
    ],
    ["cordon", { node: "worker-01" }, NODE, "kubectl cordon worker-01"],
    [
      "break-node",
      { node: "worker-01", how: "notReady" },
      NODE,
      "kubectl annotate node worker-01 --overwrite control-plane.test/ready=false",
    ],
    [
      "break-node",
      { node: "worker-01", how: "silent" },
      NODE,
      "kubectl annotate node worker-01 --overwrite control-plane.test/silent=true",
    ],
    [
      "skew-clock",
      { node: "worker-01", seconds: -90 },
      NODE,
      "kubectl annotate node worker-01 --overwrite control-plane.test/clock-skew=-90s",
    ],
    [
      "scheduler",
      { runs: false },
      "/api/v1/namespaces/kube-system",
      "kubectl annotate namespace kube-system --overwrite control-plane.test/scheduler=stopped",
    ],
    ["skew-clock", { seconds: 90 }, NODE, "kubectl annotate node --all --overwrite control-plane.test/clock-skew=90s"],
    [
      "cause",
      { ...AGENT, node: "worker-01", cause: "crash" },
      SET,
      "kubectl -n kube-system annotate ds fluentd-elasticsearch --overwrite control-plane.test/fault=crash=worker-01",
    ],
    [
      "set-image",
      { ...AGENT, kind: "missing" },
      SET,
      "kubectl -n kube-system set image ds/fluentd-elasticsearch fluentd-elasticsearch=quay.io/fluentd_elasticsearch/fluentd:v2.5.1-lab1-missing",
    ],
    ["delete-daemonset", { ...AGENT, orphan: true }, SET, "kubectl -n kube-system delete ds fluentd-elasticsearch --cascade=orphan"],
    ["remove-node", { node: "worker-01" }, NODE, "kubectl delete node worker-01"],
  ])("%s %j is undone", async (verb, body, path, line) => {
    const made = await start("image-update");
    const before = await writableFields(made, path);
    const now = await made.done(`do/${verb}`, body);
    expect(now.actions[0]).toMatchObject({ kind: "kubectl", line, undo: "possible" });
    await made.done("advance", { ms: BEFORE_FIRST_STEP_MS / 3 });
    const after = await writableFields(made, path).catch((error: Error) => error.message);
    expect(after).not.toEqual(before);
    expect((await made.done("undo")).actions[0]).toMatchObject({ undo: "done" });
    await made.done("advance", { ms: BEFORE_FIRST_STEP_MS / 3 });
    expect(await writableFields(made, path)).toEqual(before);
    const none = await made.post("undo");
    expect([none.statusCode, none.json().code]).toEqual([409, "NothingToUndo"]);
  });

  it("T11 undo restores a DaemonSet deleted without its pods, also with a stopped clock, and it adopts them", async () => {
    const made = await start("image-update");
    const uids = async () =>
      ((await made.kube().get("/api/v1/namespaces/kube-system/pods")).items as { readonly metadata: { readonly uid: string } }[])
        .map(({ metadata }) => metadata.uid)
        .sort();
    const pods = await uids();
    const before = await writableFields(made, SET);
    await made.done("do/delete-daemonset", { ...AGENT, orphan: true });
    const { actions, clock } = await made.done("undo");
    expect(actions[0]).toMatchObject({ undo: "done", undoneBy: expect.stringContaining("kubectl apply -f -") });
    expect(clock.playing).toBe(false);
    expect(await writableFields(made, SET)).toEqual(before);
    await made.done("advance", { ms: 2000 });
    expect(await uids()).toEqual(pods);
    expect((await made.kube().get(SET)).status).toMatchObject({ numberAvailable: 12, updatedNumberScheduled: 12 });
  });

  it("a second cause on a node replaces the first, and others stay; none ends the one of its node", async () => {
    const made = await start("image-update");
    const produce = (node: string, cause: string) => made.done("do/cause", { ...AGENT, node, cause });
    const annotation = async () => {
      const { metadata } = (await made.kube().get(SET)) as { readonly metadata: { readonly annotations: Record<string, string> } };
      return metadata.annotations["control-plane.test/fault"];
    };
    await produce("worker-01", "crash");
    await produce("worker-02", "oomKilled");
    await produce("worker-01", "imageNotFound");
    expect(await annotation()).toBe("oomKilled=worker-02,imageNotFound=worker-01");
    await produce("worker-02", "none");
    expect(await annotation()).toBe("imageNotFound=worker-01");
    const again = await made.post("do/cause", { ...AGENT, node: "worker-02", cause: "none" });
    expect([again.statusCode, again.json().code]).toEqual([409, "SoAlready"]);
    const nowhere = await made.post("do/cause", { ...AGENT, node: "worker-99", cause: "crash" });
    expect([nowhere.statusCode, nowhere.json().message]).toEqual([404, 'nodes "worker-99" not found']);
    const unknown = await made.post("do/cause", { ...AGENT, node: "worker-02", cause: "nonsense" });
    expect([unknown.statusCode, unknown.json().code]).toEqual([400, "NotOneOf"]);
  });

  it("names the command of the undo", async () => {
    const made = await start("image-update");
    await made.done("do/label", { node: "worker-01", key: "disk", value: "ssd" });
    expect((await made.done("undo")).actions[0]).toMatchObject({ undoneBy: "kubectl label node worker-01 disk-" });
    const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";
    await made.done("do/apply", { manifest });
    expect((await made.done("undo")).actions[0]).toMatchObject({ undoneBy: "kubectl delete -f manifest.yaml" });
  });

  it("undo of a taint that replaced another restores the other", async () => {
    const made = await start("image-update");
    const taint = (value: string) => made.done("do/taint", { node: "worker-01", key: "dedicated", value, effect: "NoSchedule" });
    const taints = async () => ((await made.kube().get(NODE)).spec as { readonly taints?: unknown }).taints;
    await taint("db");
    await taint("web");
    expect(await taints()).toEqual([{ key: "dedicated", value: "web", effect: "NoSchedule" }]);
    await made.done("undo");
    expect(await taints()).toEqual([{ key: "dedicated", value: "db", effect: "NoSchedule" }]);
    await made.done("undo");
    expect(await taints()).toBeUndefined();
  });

  it("an added node is like its model and is removed by undo; a named one has its name", async () => {
    const made = await start("image-update");
    await made.done("do/add-node", { like: "worker-12" });
    const node = await made.kube().get("/api/v1/nodes/worker-13");
    expect(node.metadata).toMatchObject({ labels: { "kubernetes.io/hostname": "worker-13", pool: "workers" } });
    await made.done("do/add-node", { name: "extra" });
    await made.done("undo");
    await made.done("undo");
    expect(await made.kube().find("/api/v1/nodes/extra")).toBeUndefined();
    expect(await made.kube().find("/api/v1/nodes/worker-13")).toBeUndefined();
  });

  it("a failing probe makes the pod not ready, until undo or another command", async () => {
    const made = await start("min-ready-seconds");
    await made.done("advance", { ms: 30_000 });
    const pods = "/api/v1/namespaces/default/pods";
    type Pod = {
      readonly spec: { readonly nodeName?: string };
      readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
    };
    const readiness = async () => {
      const { items } = (await made.kube().get(pods)) as { readonly items: readonly Pod[] };
      return items.find(({ spec }) => spec.nodeName === node)?.status.conditions.find(({ type }) => type === "Ready")?.status;
    };
    const [first] = ((await made.kube().get(pods)).items as readonly Pod[]).filter(({ spec }) => spec.nodeName !== undefined);
    const node = first?.spec.nodeName ?? "";
    const body = { namespace: "default", daemonSet: "ironman", node };
    const { actions } = await made.done("do/fail-probe", { ...body, probe: "readiness" });
    expect(actions[0]).toMatchObject({
      kind: "kubectl",
      line: expect.stringMatching(/^kubectl -n default annotate pod ironman-\w+ --overwrite control-plane.test\/probe-fails=readiness$/),
      undo: "possible",
    });
    await made.done("advance", { ms: 60_000 });
    expect(await readiness()).toBe("False");
    await made.done("undo");
    await made.done("advance", { ms: 15_000 });
    expect(await readiness()).toBe("True");
    await made.done("do/fail-probe", { ...body, probe: "readiness" });
    const last = await made.done("do/fail-probe", { ...body, probe: "none" });
    expect(last.actions[0]).toMatchObject({ line: expect.stringContaining("control-plane.test/probe-fails-") });
  });

  it("a deleted pod cannot be restored, and undo skips it", async () => {
    const made = await start("image-update");
    await made.done("do/cordon", { node: "worker-01" });
    const { actions } = await made.done("do/delete-pod", { ...AGENT, node: "worker-01" });
    expect(actions[0]).toMatchObject({ line: expect.stringMatching(/^kubectl -n kube-system delete pod fluentd-elasticsearch-\w+$/) });
    expect(actions[0]?.undo).toBe("never");
    expect((await made.done("undo")).actions.map(({ undo }) => undo)).toEqual(["never", "done"]);
  });
});

describe("an action in the lab is an ordinary action", () => {
  const undoQuestion = (record: ActionRecord) => {
    if (record.undo.kind !== "steps") throw new Error(JSON.stringify(record.undo));
    return { steps: record.undo.steps, undoes: record.id };
  };

  it("is written with its plan, and a page can undo it", async () => {
    const made = await start("image-update");
    await made.done("do/cordon", { node: "worker-01" });
    const [record] = await made.records();
    expect(record).toMatchObject({
      kubectl: "kubectl cordon worker-01",
      sent: ["PATCH nodes/worker-01"],
      question: { steps: [{ kind: "cordon", nodes: { kind: "names", names: ["worker-01"] } }] },
      stations: { planned: expect.any(Number), accepted: expect.any(Number) },
    });
    await made.act(undoQuestion(record as ActionRecord));
    const { actions } = (await made.get()).json().now;
    expect(actions).toMatchObject([{ line: "kubectl cordon worker-01", undo: "done", undoneBy: "kubectl uncordon worker-01" }]);
  });
  it("actions of pages are in the lab's list, in order of time, and the lab can undo them", async () => {
    const made = await start("image-update");
    await made.done("do/break-node", { node: "worker-02", how: "notReady" });
    await made.act({ steps: [{ kind: "label", nodes: { kind: "names", names: ["worker-01"] }, labels: { disk: "ssd" } }] });
    const { actions } = await made.done("do/skew-clock", { node: "worker-02", seconds: 60 });
    const lines = ["annotate node worker-02", "label node worker-01 disk=ssd --overwrite", "annotate node worker-02"];
    expect(actions.map((action) => action.kind === "kubectl" && action.line)).toEqual(
      lines.map((line) => expect.stringContaining(`kubectl ${line}`)),
    );
    expect(actions.map(({ id }) => id)).toEqual([3, 2, 1]);
    await made.done("undo");
    await made.done("undo");
    expect((await made.records()).map(({ undo, question }) => [question.undoes, undo.kind])).toEqual([
      [expect.any(String), "steps"],
      [undefined, "undone"],
    ]);
    expect((await made.done("undo")).actions.map(({ undo }) => undo)).toEqual(["done", "done", "done"]);
  });
  it("does not undo what was changed since, and refuses a change without an effect", async () => {
    const made = await start("image-update");
    await made.done("do/label", { node: "worker-01", key: "disk", value: "ssd" });
    const same = await made.post("do/label", { node: "worker-01", key: "disk", value: "ssd" });
    expect([same.statusCode, same.json().code]).toEqual([422, "SoAlready"]);
    await expect.poll(async () => (await made.records())[0]?.state.kind, { interval: 5 }).toBe("done");
    await made.kube().merge(NODE, { metadata: { labels: { disk: "hdd" } } });
    await expect
      .poll(async () => (await made.records())[0]?.undo, { interval: 5 })
      .toEqual({ kind: "none", code: "changed", about: "worker-01", why: "worker-01 changed since" });
    expect((await made.post("undo")).json().code).toBe("NothingToUndo");
  });
});

describe("a manifest", () => {
  const manifest = (more: string) =>
    `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: probe, namespace: kube-system}\nspec:\n  selector: {matchLabels: {app: probe}}\n  template:\n    metadata: {labels: {app: probe}}\n    spec:\n${more}      containers: [{name: probe, image: "probe:1"}]\n`;
  const PROBE = "/apis/apps/v1/namespaces/kube-system/daemonsets/probe";

  it("is applied, applied again with a change, and both are undone", async () => {
    const made = await start("image-update");
    await made.done("do/apply", { manifest: manifest("") });
    const first = await writableFields(made, PROBE);
    await made.done("do/apply", { manifest: manifest("      nodeSelector: {disk: ssd}\n") });
    expect(await writableFields(made, PROBE)).not.toEqual(first);
    await made.done("undo");
    expect(await writableFields(made, PROBE)).toEqual(first);
    await made.done("undo");
    expect(await made.kube().find(PROBE)).toBeUndefined();
  });
  it("F01 keeps an octal file mode", async () => {
    const made = await start("image-update");
    const volumes = "      volumes: [{name: v, configMap: {name: scripts, defaultMode: 0744}}]\n";
    await made.done("do/apply", { manifest: manifest(volumes) });
    const { spec } = (await made.kube().get(PROBE)) as unknown as { spec: { template: { spec: { volumes: unknown } } } };
    expect(spec.template.spec.volumes).toEqual([{ name: "v", configMap: { name: "scripts", defaultMode: 484 } }]);
  });
  it("F06 of 3 MB is applied, and a larger one gives its size and the limit", async () => {
    const made = await start("image-update");
    const comments = (bytes: number) => `${manifest("")}${"# é\n".repeat(bytes / 5)}`;
    await made.done("do/apply", { manifest: comments(3_140_000) });
    expect(await made.kube().find(PROBE)).toBeDefined();
    const larger = await made.post("do/apply", { manifest: comments(4_200_000) });
    expect([larger.statusCode, larger.json()]).toEqual([
      413,
      { code: "ManifestTooLarge", message: "The manifest has 4.1 MB; the limit is 3 MB.", params: { size: 4.1, limit: 3 } },
    ]);
    const largest = await made.post("do/apply", { manifest: "x".repeat(17 * 1024 * 1024) });
    expect([largest.statusCode, largest.json()]).toEqual([
      413,
      { code: "RequestTooLarge", message: "The request has 17.1 MB; the limit of a manifest is 3 MB.", params: { size: 17.1, limit: 3 } },
    ]);
  });
  it("T17 that is invalid gives the API server's message, and leaves nothing behind", async () => {
    const made = await start("image-update");
    const bad = `${manifest("")}---\n${manifest("      restartPolicy: Never\n").replaceAll("probe", "worse")}`;
    const answer = await made.post("do/apply", { manifest: bad });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      code: "Invalid",
      message:
        'DaemonSet.apps "worse" is invalid: spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    });
    expect(await made.kube().find(PROBE)).toBeUndefined();
    expect((await made.get()).json().now.actions).toEqual([]);
  });
  it.each([
    ["a: [b", 400, "manifest.yaml, line 1: invalid YAML"],
    ["# nothing", 400, "manifest.yaml is empty"],
    ["kind: Node", 400, "manifest.yaml has no apiVersion"],
    ["apiVersion: v1\nkind: Node", 400, "manifest.yaml is a Node without metadata.name"],
    ["apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: w}", 404, 'no matches for kind "Widget" in version "example.org/v1"'],
    ["apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: nowhere}", 404, 'namespaces "nowhere" not found'],
    [manifest("").replace("selector:", "slector: {}\n  selector:"), 400, 'unknown field "spec.slector"'],
  ])("%j is refused with %i", async (text, status, words) => {
    const made = await start("image-update");
    const answer = await made.post("do/apply", { manifest: text });
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringContaining(words)]);
  });
});

describe("faults", () => {
  it("are listed with their parameters; a stalled watch, a forbidden kind and a slow server can be undone", async () => {
    const made = await start("image-update");
    const lines = ["stall", "forbid", "slow", "garbage", "expire-history", "drop-watches", "refuse"];
    const bodies = [
      { resource: "pods" },
      { resource: "pods" },
      { ms: 50 },
      {},
      {},
      { how: "end" },
      { resource: "pods", status: 503, times: 2 },
    ];
    for (const [at, verb] of lines.entries()) await made.done(`do/${verb}`, bodies[at]);
    const { actions } = ((await made.get()).json() as LabAnswer).now;
    expect(actions.map(({ undo }) => undo)).toEqual(["never", "never", "never", "never", "possible", "possible", "possible"]);
    expect(actions[0]).toMatchObject({ kind: "fault", fault: { verb: "refuse", resource: "pods", status: 503, times: 2 } });
    for (let times = 0; times < 3; times++) await made.done("undo");
    expect(await made.kube().get("/api/v1/pods")).toMatchObject({ kind: "PodList" });
    await made.done("do/allow", { resource: "pods" });
    expect(made.retries()).toBe(4);
  });
  it("a restored backup undoes later actions, and cannot be undone itself", async () => {
    const made = await start("image-update");
    await made.done("do/cordon", { node: "worker-02" });
    await made.done("advance", { ms: 30_000 });
    await made.done("do/cordon", { node: "worker-01" });
    await made.done("advance", { ms: 5000 });
    const { actions } = await made.done("do/older-state", { secondsAgo: 20 });
    expect(actions[0]).toMatchObject({
      kind: "fault",
      fault: { verb: "older-state", secondsAgo: 20 },
    });
    expect(actions.map(({ undo }) => undo)).toEqual(["never", "done", "possible"]);
    expect(((await made.kube().get(NODE)).spec as { unschedulable?: boolean }).unschedulable).toBeUndefined();
    await made.done("undo");
    expect(((await made.kube().get("/api/v1/nodes/worker-02")).spec as { unschedulable?: boolean }).unschedulable).toBeUndefined();
    const tooOld = await made.post("do/older-state", { secondsAgo: 20 });
    expect([tooOld.statusCode, tooOld.json().code]).toEqual([409, "HistoryTooShort"]);
    expect(tooOld.json().message).toContain("There is no backup from 20 s ago");
  });
  it("forbidding a kind stops reads, but not writes of the lab", async () => {
    const made = await start("image-update");
    await made.done("do/forbid", { resource: "nodes" });
    await expect(made.kube().get("/api/v1/nodes")).rejects.toMatchObject({ status: 403 });
    await made.done("do/cordon", { node: "worker-01" });
  });
});

it.each([
  ["redis:7.4", "good", 1, "redis:7.4-lab1"],
  ["redis:7.4-lab1", "crash", 2, "redis:7.4-lab2-crash"],
  ["redis:7.4-lab2-crash", "good", 3, "redis:7.4-lab3"],
  ["fluentd:v9-missing", "good", 1, "fluentd:v9-lab1"],
  ["host:5000/agent", "breaks-node", 1, "host:5000/agent:v1-lab1-breaks-node"],
  ["agent@sha256:0af3", "slow", 1, "agent:v1-lab1-slow"],
] as const)("the next image of %s that is %s is number %i: %s", (image, kind, number, expected) => {
  expect(nextImage(image, kind, number)).toBe(expected);
});

it.each([
  ["worker-05", ["worker-05", "worker-06"], "worker-07"],
  ["worker-9", [], "worker-10"],
  ["control-plane", ["control-plane"], "control-plane-2"],
])("a node copied from %s with the names %j in use is %s", (like, taken, expected) => {
  expect(nextName(like, new Set(taken))).toBe(expected);
});

describe("static pods", () => {
  it("are added and removed as files of a node, and undo reverts both", async () => {
    const made = await start("static-pods");
    const pod = async (path: string) => {
      await made.done("advance", { ms: 40_000 });
      return made.kube().find(`/api/v1/namespaces/${path}`);
    };
    const added = await made.done("do/add-static-pod", { node: "worker-1", name: "web" });
    expect(added.actions[0]).toMatchObject({ line: expect.stringMatching(/^ssh worker-1 tee .*web\.yaml <<'EOF'\napiVersion: v1\n/) });
    expect(await pod("default/pods/web-worker-1")).toMatchObject({ status: { phase: "Running" } });
    const undone = await made.done("undo");
    expect(undone.actions[0]?.undoneBy).toBe("ssh worker-1 rm /etc/kubernetes/manifests/web.yaml");
    expect(await pod("default/pods/web-worker-1")).toBeUndefined();
    await made.done("do/remove-static-pod", { node: "control-plane-1", name: "etcd" });
    expect(await pod("kube-system/pods/etcd-control-plane-1")).toBeUndefined();
    await made.done("undo");
    expect(await pod("kube-system/pods/etcd-control-plane-1")).toMatchObject({ status: { phase: "Running" } });
  });
  it("of an unknown node or name are refused with one sentence", async () => {
    const { post } = await start("static-pods");
    expect((await post("do/remove-static-pod", { node: "worker-1", name: "etcd" })).json()).toMatchObject({
      code: "StaticPodNotFound",
      message: "Node worker-1 has no static pod etcd: its folder has no such file.",
    });
    expect((await post("do/add-static-pod", { node: "no-such", name: "web" })).statusCode).toBe(404);
  });
});
