import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { objectField } from "@daemonscope/kube-client/decode/fields";
import type { ActionRecord, ActionState } from "@daemonscope/shared/http/actions";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileAudit } from "../../actions/journal/audit.ts";
import { actionServiceOn, restartActionService, type WriteOutcome } from "./action-service.fixture.ts";

const NAME = { namespace: "kube-system", name: "fluentd-elasticsearch" };
const SET = "/apis/apps/v1/namespaces/kube-system/daemonsets/fluentd-elasticsearch";
const status = (code: number, reason: string, message: string) => ({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  code,
  reason,
  message,
});
const answer = (code: number, reason: string, message: string): WriteOutcome => ({
  kind: "answer",
  status: code,
  body: status(code, reason, message),
});

let service: Awaited<ReturnType<typeof actionServiceOn>>;
let version = 0;
beforeAll(async () => {
  service = await actionServiceOn("image-update");
});
afterAll(() => service.close());
beforeEach(() => {
  version++;
  service.proxy.setOutcomes(() => ({ kind: "pass" }));
  service.proxy.cutReads(false);
  service.proxy.writes.splice(0);
});

const image = (to = `fluentd:${version}`): Step => ({
  kind: "edit",
  ...NAME,
  edit: { kind: "image", container: "fluentd-elasticsearch", image: to },
});
const generation = async () => Number(objectField(await service.kube.get(SET), "metadata").generation);
const realWrites = () => service.proxy.writes.filter(({ dryRun }) => !dryRun);
const isSettled = ({ state }: ActionRecord) => state.kind !== "sent" && state.kind !== "unknown";

interface Expected {
  readonly effects: 0 | 1;
  readonly state: Partial<Record<"why" | "httpStatus" | "message" | "webhook", unknown>> & { readonly kind: ActionState["kind"] };
  /** Whether the cluster was queried afterwards. */
  readonly asked?: boolean;
}

const HTML = "<html>502 Bad Gateway</html>";
const DENIED = 'admission webhook "policy.example.com" denied the request: image is older than the allowed 3.2.4';
const refused = (why: string, httpStatus: number | undefined, message: unknown = expect.any(String)): Expected["state"] => ({
  kind: "refused",
  why,
  ...(httpStatus === undefined ? {} : { httpStatus }),
  message,
});

/** A patch with an addition by a webhook. */
const withLabel = (body: unknown) => [...(body as readonly object[]), { op: "add", path: "/metadata/labels/mutated", value: "yes" }];

/** The outcome of the request in transit, its number of effects, and the reported state. */
const CASES: readonly (readonly [string, WriteOutcome, Expected])[] = [
  ["nothing happens to it", { kind: "pass" }, { effects: 1, state: { kind: "accepted" } }],
  ["the API server warns", { kind: "warn", text: "spec: deprecated" }, { effects: 1, state: { kind: "accepted" } }],
  ["the API server is slow: five seconds", { kind: "slow", ms: 200 }, { effects: 1, state: { kind: "accepted" } }],
  ["an admission webhook changes it", { kind: "mutate", change: withLabel }, { effects: 1, state: { kind: "accepted" } }],
  [
    "an admission webhook changes it, and the answer is lost",
    { kind: "cutAfter", change: withLabel },
    { effects: 1, state: { kind: "accepted" }, asked: true },
  ],
  ["cut before it is sent on", { kind: "cutBefore" }, { effects: 0, state: refused("unreachable", undefined), asked: false }],
  ["cut after it was done", { kind: "cutAfter" }, { effects: 1, state: { kind: "accepted" }, asked: true }],
  ["cut in the middle of the answer", { kind: "cutInAnswer" }, { effects: 1, state: { kind: "accepted" }, asked: true }],
  ["done, and no answer comes", { kind: "silentAfter" }, { effects: 1, state: { kind: "accepted" }, asked: true }],
  ["cut, and done three seconds later", { kind: "late", ms: 60 }, { effects: 1, state: { kind: "accepted" }, asked: true }],
  [
    "500 with nothing done",
    answer(500, "InternalError", "etcd is not there"),
    { effects: 0, state: refused("unreachable", undefined, "etcd is not there"), asked: false },
  ],
  [
    "503 of something in between",
    { kind: "answer", status: 503, body: HTML, type: "text/html" },
    { effects: 0, state: refused("unreachable", undefined), asked: false },
  ],
  [
    "504 of something in between, after it was done",
    { kind: "answerAfter", status: 504, body: HTML, type: "text/html" },
    { effects: 1, state: { kind: "accepted" }, asked: true },
  ],
  [
    "500 of the API server, after it was done",
    { kind: "answerAfter", status: 500, body: status(500, "InternalError", "timed out") },
    { effects: 1, state: { kind: "accepted" }, asked: true },
  ],
  [
    "a login page in its place",
    { kind: "answer", status: 200, body: HTML, type: "text/html" },
    { effects: 0, state: refused("unreachable", undefined), asked: false },
  ],
  [
    "no JSON, after it was done",
    { kind: "answerAfter", status: 200, body: "done" },
    { effects: 1, state: { kind: "accepted" }, asked: true },
  ],
  [
    "a redirect to another server",
    { kind: "answer", status: 302, body: "", headers: { location: "https://other.example" } },
    { effects: 0, state: refused("unreachable", undefined), asked: false },
  ],
  [
    "401: the token has expired",
    answer(401, "Unauthorized", "Unauthorized"),
    { effects: 0, state: refused("forbidden", 401, "Unauthorized") },
  ],
  [
    "403: not allowed any more",
    answer(403, "Forbidden", 'User "mia" cannot patch resource "daemonsets"'),
    { effects: 0, state: refused("forbidden", 403, 'User "mia" cannot patch resource "daemonsets"') },
  ],
  ["404: gone", answer(404, "NotFound", "not found"), { effects: 0, state: refused("notFound", 404, "not found") }],
  [
    "409: changed meanwhile",
    answer(409, "Conflict", "the object has been modified"),
    { effects: 0, state: refused("conflict", 409, "the object has been modified") },
  ],
  [
    "422: invalid",
    answer(422, "Invalid", "spec.template: Invalid value"),
    { effects: 0, state: refused("invalid", 422, "spec.template: Invalid value") },
  ],
  [
    "400: not understood",
    answer(400, "BadRequest", "unable to decode"),
    { effects: 0, state: refused("invalid", 400, "unable to decode") },
  ],
  [
    "413: too large",
    answer(413, "RequestEntityTooLarge", "limit is 3145728"),
    { effects: 0, state: refused("invalid", 413, "limit is 3145728") },
  ],
  [
    "429: the API server has no time",
    answer(429, "TooManyRequests", "please try again later"),
    { effects: 0, state: refused("busy", 429, "please try again later") },
  ],
  [
    "an admission webhook says no",
    answer(403, "Forbidden", DENIED),
    { effects: 0, state: { ...refused("invalid", 403, DENIED), webhook: "policy.example.com" } },
  ],
  [
    "an admission webhook says no with 422",
    answer(422, "Invalid", DENIED),
    { effects: 0, state: { ...refused("invalid", 422, DENIED), webhook: "policy.example.com" } },
  ],
];

/** Changes a path so that the dry run differs from the real request. */
const withOtherPath = (operation: object) =>
  "path" in operation && operation.path === "/metadata/labels/mutated" ? { ...operation, path: "/metadata/labels/tried" } : operation;

describe("a request under faults has at most one effect, is sent once, and reports its outcome", () => {
  it.each(CASES)("%s", async (_words, outcome, { effects, state, asked }) => {
    const plan = await service.plan({ steps: [image()] });
    const before = await generation();
    service.proxy.setOutcomes(({ dryRun }) => (dryRun ? { kind: "pass" } : outcome));
    const { id } = await service.carryOut(plan);
    const record = await service.until(id, isSettled);
    expect(record.state).toMatchObject(state);
    expect(await generation()).toBe(before + effects);
    expect(realWrites()).toHaveLength(1);
    expect(record.asked?.happened).toBe(asked);
    if (effects === 0) expect(record.undo).toEqual({ kind: "none", code: "nothingDone", why: "nothing was done" });
    // The same plan again is the same action.
    expect((await service.carryOut(plan)).id).toBe(id);
    expect(realWrites()).toHaveLength(1);
  });
});

describe("concurrent actions", () => {
  it("a double click is one action with one effect", async () => {
    const plan = await service.plan({ steps: [image()] });
    const before = await generation();
    const both = await Promise.all([service.carryOut(plan), service.carryOut(plan), service.carryOut(plan)]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    expect(await generation()).toBe(before + 1);
  });
  it("of two plans for the same state the second is refused, names the first user, and has no effect", async () => {
    const [first, second] = [await service.plan({ steps: [image("fluentd:a")] }), await service.plan({ steps: [image("fluentd:b")] })];
    await service.carryOut(first);
    const before = await generation();
    const { state } = await service.carryOut(second);
    expect(state).toMatchObject({ kind: "refused", why: "conflict", httpStatus: 422, changedBy: { manager: "daemonscope" } });
    expect(await generation()).toBe(before);
  });
  it("of two simultaneous plans one has its effect, and the other none", async () => {
    const plans = [await service.plan({ steps: [image("fluentd:left")] }), await service.plan({ steps: [image("fluentd:right")] })];
    const before = await generation();
    const records = await Promise.all(plans.map((plan) => service.carryOut(plan)));
    expect(records.map(({ state }) => state.kind).sort()).toEqual(["accepted", "refused"]);
    expect(records.find(({ state }) => state.kind === "refused")?.state).toMatchObject({ why: "conflict" });
    expect(await generation()).toBe(before + 1);
  });
  it("two users who set different labels on one node both have an effect", async () => {
    const label = (key: string): Step => ({
      kind: "label",
      nodes: { kind: "names", names: ["worker-03"] },
      labels: { [key]: `v${version}` },
    });
    const plans = [await service.plan({ steps: [label("left")] }), await service.plan({ steps: [label("right")] })];
    const records = await Promise.all(plans.map((plan) => service.carryOut(plan)));
    expect(records.filter(({ state }) => state.kind === "refused")).toEqual([]);
    expect(objectField(await service.kube.get("/api/v1/nodes/worker-03"), "metadata").labels).toMatchObject({
      left: `v${version}`,
      right: `v${version}`,
    });
  });
  it("a concurrent kubectl change refuses the plan and names its manager", async () => {
    const plan = await service.plan({ steps: [image()] });
    await service.kube.send("PUT", SET, {
      ...(await service.kube.get(SET)),
      spec: { ...objectField(await service.kube.get(SET), "spec"), minReadySeconds: version },
    });
    const { state } = await service.carryOut(plan);
    expect(state).toMatchObject({ kind: "refused", why: "conflict", changedBy: { manager: expect.stringMatching(/.+/) } });
    expect(realWrites()).toHaveLength(1);
  });
  it("a concurrent change of a DaemonSet does not block a label of a node", async () => {
    const plan = await service.plan({
      steps: [{ kind: "label", nodes: { kind: "names", names: ["worker-01"] }, labels: { disk: `v${version}` } }],
    });
    await service.kube.merge(SET, { spec: { minReadySeconds: version } });
    expect((await service.carryOut(plan)).state.kind).not.toBe("refused");
  });
});

describe("checks before the execution", () => {
  it("a denial of a webhook appears in the dry run, before anything is sent", async () => {
    service.proxy.setOutcomes(({ dryRun }) => (dryRun ? answer(403, "Forbidden", DENIED) : { kind: "pass" }));
    expect((await service.plan({ steps: [image()] })).dryRun).toMatchObject({ kind: "refused", httpStatus: 403, message: DENIED });
    expect(realWrites()).toHaveLength(0);
  });
  it("changes by a webhook are among the fields of the plan", async () => {
    service.proxy.setOutcomes(() => ({ kind: "mutate", change: (body) => withLabel(body).map(withOtherPath) }));
    const { fields } = await service.plan({ steps: [image()] });
    expect(fields).toContainEqual({ object: "daemonsets/fluentd-elasticsearch", path: "metadata.labels.tried", after: "yes" });
  });
  it("a plan has a note if no dry run is possible, and can be executed", async () => {
    const message = 'admission webhook "side.example.com" does not support dry run';
    service.proxy.setOutcomes(({ dryRun }) => (dryRun ? answer(400, "BadRequest", message) : { kind: "pass" }));
    const plan = await service.plan({ steps: [image()] });
    expect(plan.dryRun).toEqual({ kind: "unasked", message });
    const before = await generation();
    await service.carryOut(plan);
    expect(await generation()).toBe(before + 1);
  });
  it("the plan has the API server's warnings", async () => {
    service.proxy.setOutcomes(() => ({ kind: "warn", text: 'use the "new" field'.replaceAll('"', '\\"') }));
    expect((await service.plan({ steps: [image()] })).dryRun).toMatchObject({ kind: "accepted", warnings: ['use the "new" field'] });
  });
  it("a plan lists a missing right, and the API server refuses the request", async () => {
    const plan = await service.plan({ steps: [image()] });
    service.faults.forbid("daemonsets", "patch");
    const before = await generation();
    expect((await service.carryOut(plan)).state).toMatchObject({ kind: "refused", why: "forbidden", httpStatus: 403 });
    expect(await generation()).toBe(before);
    expect((await service.plan({ steps: [image()] })).rights).toMatchObject([{ verb: "patch", resource: "daemonsets", allowed: false }]);
    service.faults.allow("daemonsets", "patch");
  });
  it.each(["", "fluentd", "fluentd-elasticsearch "])("a critical change is not executed with the confirmation %j", async (typed) => {
    const plan = await service.plan({ steps: [image()] });
    const { statusCode, body } = await service.post("/api/actions", { planId: plan.id, typed });
    expect([statusCode, JSON.parse(body).code]).toEqual([400, "NotTyped"]);
    expect(realWrites()).toHaveLength(0);
  });
});

describe("if planning is impossible", () => {
  it("reports a silent cluster, and sends nothing", async () => {
    service.proxy.cutReads(true);
    const { statusCode, body } = await service.post("/api/actions/plan", { steps: [image()] });
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      502,
      { code: "ClusterNotRead", message: expect.stringMatching(/^Nothing is planned/) },
    ]);
    expect(service.proxy.writes).toEqual([]);
  });
});

describe("actions on several objects", () => {
  const cordon = (...names: readonly string[]): Step => ({ kind: "cordon", nodes: { kind: "names", names } });
  it("stop at the first refusal, and report the number of completed ones", async () => {
    const plan = await service.plan({ steps: [cordon("worker-01", "worker-02", "worker-03")] });
    service.proxy.setOutcomes(({ dryRun, turn }) => (dryRun || turn === 1 ? { kind: "pass" } : answer(403, "Forbidden", "no")));
    expect((await service.carryOut(plan)).state).toEqual({ kind: "partly", done: 1, of: 3, message: "no" });
    expect(realWrites()).toHaveLength(2);
    service.proxy.setOutcomes(() => ({ kind: "pass" }));
    await service.do({ steps: [{ kind: "uncordon", nodes: { kind: "names", names: ["worker-01"] } }] });
  });
  it("G42 stop if the user's session ends: nothing more is sent with the token", async () => {
    const plan = await service.plan({ steps: [cordon("worker-01", "worker-02", "worker-03")] });
    service.proxy.setOutcomes(({ dryRun }) => {
      if (!dryRun) service.acting?.leave("owner");
      return { kind: "pass" };
    });
    const record = await service.carryOut(plan);
    expect(record.state).toMatchObject({ kind: "partly", done: 1, of: 3, message: expect.stringMatching(/^the session .* is over/) });
    expect(record.sent).toHaveLength(1);
    expect(realWrites()).toHaveLength(1);
    service.proxy.setOutcomes(() => ({ kind: "pass" }));
    await service.do({ steps: [{ kind: "uncordon", nodes: { kind: "names", names: ["worker-01"] } }] });
  });
  it("skip a node without a change, and refuse a plan without any change", async () => {
    await service.do({ steps: [cordon("worker-01")] });
    await expect(service.plan({ steps: [cordon("worker-01")] })).rejects.toThrow(/SoAlready/);
  });
});

describe("while the cluster is unreachable", () => {
  it("the outcome stays unknown, and is resolved once it can be read", async () => {
    const plan = await service.plan({ steps: [image()] });
    const before = await generation();
    service.proxy.setOutcomes(({ dryRun }) => {
      if (!dryRun) service.proxy.cutReads(true);
      return dryRun ? { kind: "pass" } : { kind: "cutAfter" };
    });
    const { id, state } = await service.carryOut(plan);
    expect(state.kind).toBe("unknown");
    await service.until(id, (record) => record.state.kind === "unknown" && record.state.tries >= 3);
    service.proxy.cutReads(false);
    const record = await service.until(id, isSettled);
    expect(record).toMatchObject({ asked: { happened: true }, sent: ["PATCH daemonsets/fluentd-elasticsearch"] });
    expect(await generation()).toBe(before + 1);
  });
  it("an unreachable write address gives a refusal at once, without an effect", async () => {
    const plan = await service.plan({ steps: [image()] });
    service.writeTo("http://127.0.0.1:1");
    expect((await service.carryOut(plan)).state).toMatchObject({
      kind: "refused",
      why: "unreachable",
      message: expect.stringContaining("refused"),
    });
    service.writeTo(service.proxy.url);
  });
});

describe("a server that is killed during an action", () => {
  it.each([
    ["before the cluster receives it", { kind: "late", ms: 600_000 }, 0],
    ["after the cluster executed it", { kind: "silentAfter" }, 1],
  ] as const)("%s: the outcome is unknown, without a resend or an undo", async (_words, outcome, effects) => {
    const folder = mkdtempSync(join(tmpdir(), "killed-"));
    const path = join(folder, "actions.jsonl");
    const killed = await actionServiceOn("image-update", { audit: fileAudit(path) });
    const plan = await killed.plan({ steps: [image()] });
    const before = Number(objectField(await killed.kube.get(SET), "metadata").generation);
    const { cut, reached } = whenReached(outcome);
    killed.proxy.setOutcomes(cut);
    const sent = killed.carryOut(plan).catch((error: Error) => error);
    await reached;
    const again = await restartActionService(killed, "image-update", { audit: fileAudit(path) });
    await sent;
    try {
      const { actions } = (await again.get("/api/actions")).json() as { readonly actions: readonly ActionRecord[] };
      expect(actions.map(({ state, undo }) => [state.kind, undo.kind])).toEqual([["unknown", "none"]]);
      expect(Number(objectField(await again.kube.get(SET), "metadata").generation)).toBe(before + effects);
      expect(again.proxy.writes).toEqual([]);
    } finally {
      await again.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** An outcome for real requests, and a promise for the moment when it applies. */
function whenReached(outcome: WriteOutcome) {
  let onReached = (): void => undefined;
  const reached = new Promise<void>((done) => {
    onReached = done;
  });
  const cut = ({ dryRun }: { readonly dryRun: boolean }): WriteOutcome => {
    if (dryRun) return { kind: "pass" };
    setTimeout(onReached, 50);
    return outcome;
  };
  return { cut, reached };
}
