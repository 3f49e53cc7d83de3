import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Principal } from "../../access/auth/principal.ts";
import { actionServiceOn } from "../../cli/serve/action-service.fixture.ts";
import { serverOnManualTime } from "../context.fixture.ts";

const COMMANDS = ["/api/actions/plan", "/api/actions", "/api/actions/batch"];
const STEPS = { steps: [{ kind: "cordon", nodes: { kind: "names", names: ["worker-01"] } }] };
const person = (credential: Extract<Principal, { kind: "person" }>["credential"]): Principal => ({
  kind: "person",
  userName: "mia",
  groups: [],
  credential,
  sessionId: "s1",
});

describe("G41 without --allow-writes", () => {
  it.each(COMMANDS)("POST %s is not available, and the reason is readOnly", async (path) => {
    const { app, get } = serverOnManualTime();
    const answer = await app.inject({
      method: "POST",
      url: path,
      headers: { host: "127.0.0.1:7373", "content-type": "application/json" },
      payload: JSON.stringify(STEPS),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([405, "MethodNotAllowed"]);
    expect((await get("/api/acting")).json()).toEqual({ kind: "no", why: "readOnly" });
    expect((await get("/api/actions")).statusCode).toBe(404);
  });
});

describe("G42 who may act", () => {
  let made: Awaited<ReturnType<typeof actionServiceOn>>;
  let viewer: Principal = { kind: "owner" };
  beforeAll(async () => {
    made = await actionServiceOn("image-update", { authenticator: { viewerOf: () => viewer } });
  });
  afterAll(() => made.close());
  const acting = (headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
    made.app.inject({ method: "GET", url: "/api/acting", headers: { host: "127.0.0.1:7373", ...headers }, remoteAddress });

  test("without sign-in: users of this machine", async () => {
    viewer = { kind: "owner" };
    expect((await acting()).json()).toMatchObject({ kind: "yes", simulated: false });
    expect((await acting({}, "::1")).json()).toMatchObject({ kind: "yes" });
  });
  it.each([
    ["another machine", {}, "10.0.0.7"],
    ["a user behind a proxy on this machine", { "x-forwarded-for": "10.0.0.7" }, "127.0.0.1"],
    ["a client that claims to be local", { forwarded: "for=127.0.0.1" }, "127.0.0.1"],
    ["a user behind a proxy that only sends its own name", { "x-forwarded-host": "scope.example" }, "127.0.0.1"],
  ])("without sign-in: not %s", async (_who, headers, from) => {
    viewer = { kind: "owner" };
    expect((await acting(headers, from)).json()).toEqual({ kind: "no", why: "remote" });
    const answer = await made.app.inject({
      method: "POST",
      url: "/api/actions/plan",
      headers: { host: "127.0.0.1:7373", "content-type": "application/json", ...headers },
      payload: JSON.stringify(STEPS),
      remoteAddress: from,
    });
    expect([answer.statusCode, answer.json().code, answer.json().params]).toEqual([403, "MayNotAct", { why: "remote" }]);
    expect(made.proxy.writes).toEqual([]);
  });
});

describe("the request body", () => {
  let made: Awaited<ReturnType<typeof actionServiceOn>>;
  beforeAll(async () => {
    made = await actionServiceOn("image-update");
  });
  afterAll(() => made.close());

  it.each([
    ["of another origin", { origin: "https://evil.example" }, 403, "ForeignOrigin"],
    ["of another site", { "sec-fetch-site": "cross-site" }, 403, "ForeignSite"],
    ["from another subdomain", { "sec-fetch-site": "same-site" }, 403, "ForeignSite"],
    ["by typing an address", { "sec-fetch-site": "none" }, 403, "ForeignSite"],
    ["as a form", { "content-type": "application/x-www-form-urlencoded" }, 415, "NotJson"],
    ["as plain text", { "content-type": "text/plain" }, 415, "NotJson"],
    ["to another host", { host: "evil.example" }, 403, "ForeignHost"],
  ] as const)("G2 a request %s is refused", async (_words, headers, status, code) => {
    for (const path of COMMANDS) {
      const answer = await made.post(path, STEPS, headers as Record<string, string>);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
    expect(made.proxy.writes).toEqual([]);
  });

  const hidden = {
    kind: "apply",
    manifest: { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "x" }, spec: { a: "<hidden 1>" } },
  };
  it.each([
    ["no steps", {}, 400, "BadSteps"],
    ["no step", { steps: [{ kind: "explode" }] }, 400, "BadStep"],
    ["nothing to do", { steps: [] }, 422, "SoAlready"],
    ["an unknown node", { steps: [{ kind: "cordon", nodes: { kind: "names", names: ["worker-1"] } }] }, 422, "unknownNode"],
    [
      "a selector that matches nothing",
      { steps: [{ kind: "cordon", nodes: { kind: "selector", selector: "a=b" } }] },
      422,
      "noNodeMatches",
    ],
    [
      "an invalid taint",
      { steps: [{ kind: "taint", nodes: { kind: "all" }, taints: [{ key: "a b", effect: "NoSchedule" }] }] },
      422,
      "badTaint",
    ],
    ["leaving nodes", { steps: [{ kind: "leave", nodes: { kind: "names", names: ["worker-01"] } }] }, 422, "NotOurs"],
    ["a hidden value", { steps: [hidden] }, 422, "HiddenValues"],
    ["waves of nodes", { ...STEPS, batch: { atOnce: 1, stopAtFailure: true } }, 422, "NotABatch"],
    ["a batch with force", { ...STEPS, force: true, batch: { atOnce: 1, stopAtFailure: true } }, 400, "BadAction"],
    ["empty waves", { ...STEPS, batch: { atOnce: 0, stopAtFailure: true } }, 400, "BadAction"],
  ] as const)("%s gives one sentence, and nothing is done", async (_words, body, status, code) => {
    const answer = await made.post("/api/actions/plan", body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().message).toMatch(/^[A-Z<a-z].*[.?]$/);
    expect(made.proxy.writes).toEqual([]);
  });

  it("a manifest of more than 1 MB gives one sentence, and nothing is done", async () => {
    const answer = await made.post("/api/actions/plan", { steps: [], more: "x".repeat(1_100_000) });
    expect([answer.statusCode, answer.json().code]).toEqual([413, "TooLarge"]);
  });
  it.each(["/api/actions", "/api/actions/batch"])("a body for %s names a plan or an action, and is limited in size", async (path) => {
    const answer = await made.post(path, { planId: "x".repeat(5000), id: "x" });
    expect([answer.statusCode, answer.json().code]).toEqual([413, "TooLarge"]);
    expect(answer.json().message).toMatch(/^The body is larger than 4 KB: .*Nothing was done\.$/);
  });

  const manifest = (metadata: object, more: object = {}) => {
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    const spec = { selector: { matchLabels: { a: "b" } }, template };
    return { kind: "apply", manifest: { apiVersion: "apps/v1", kind: "DaemonSet", metadata, spec, ...more } };
  };
  const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`) as unknown;
  it.each([
    ["another kind", { steps: [{ kind: "apply", manifest: { apiVersion: "v1", kind: "Secret", metadata: { name: "x" } } }] }, "otherKind"],
    ["a name with a path", { steps: [manifest({ name: ".." })] }, "badName"],
    ["a namespace with a path", { steps: [manifest({ name: "x", namespace: "../../nodes" })] }, "badName"],
    ["a namespace with a query", { steps: [manifest({ name: "x", namespace: "default?force=true" })] }, "badName"],
    ["no namespace", { steps: [manifest({ name: "x", namespace: "" })] }, "badName"],
    ["an edit in another path", { steps: [{ kind: "edit", namespace: "../..", name: "x", edit: { kind: "restart" } }] }, "badName"],
    ["a deletion without a name", { steps: [{ kind: "delete", namespace: "kube-system", name: "", orphan: false }] }, "unknownDaemonSet"],
    ["a pod without a name", { steps: [{ kind: "deletePods", namespace: "kube-system", pods: [""] }] }, "unknownPod"],
    ["pods in another path", { steps: [{ kind: "deletePods", namespace: "..", pods: ["a"] }] }, "badName"],
    ["endlessly nested values", { steps: [manifest({ name: "x", annotations: nested(2000) })] }, "BadSteps"],
    ["a number instead of text", { steps: [manifest({ name: "x", namespace: 7 })] }, "BadStep"],
    ["an invalid spec", { steps: [manifest({ name: "x" }, { spec: "no" })] }, "BadStep"],
    ["too many steps", { steps: Array.from({ length: 101 }, () => STEPS.steps[0]) }, "BadSteps"],
  ] as const)("a manifest or step with %s gives one sentence, and sends no request", async (_words, body, code) => {
    const answer = await made.post("/api/actions/plan", body);
    expect([Math.floor(answer.statusCode / 100), answer.json().code]).toEqual([4, code]);
    expect(answer.json().message.length).toBeLessThan(300);
    expect(made.proxy.writes).toEqual([]);
  });
  it.each([
    '{"steps":[],"__proto__":{"force":true}}',
    '{"steps":[{"kind":"apply","manifest":{"apiVersion":"apps/v1","kind":"DaemonSet","metadata":{"name":"x"},"constructor":{"prototype":{"force":true}}}}]}',
  ])("refuses a body that targets prototypes: %s", async (payload) => {
    const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
    const answer = await made.app.inject({ method: "POST", url: "/api/actions/plan", headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "BadRequest"]);
    expect(({} as { readonly force?: unknown }).force).toBeUndefined();
  });
  const taint = { key: "a", value: "b", effect: "NoSchedule" };
  const logs = { namespace: "kube-system", name: "fluentd-elasticsearch" };
  const nodesNamed = (name: string) => ({ kind: "names", names: [name] });
  /** Each text of a step that becomes a part of a URL, a header or a name. The function replaces it. */
  const SLOTS: Readonly<Record<string, (text: string) => object>> = {
    "nodes.names": (text) => ({ kind: "cordon", nodes: nodesNamed(text) }),
    "nodes.selector": (text) => ({ kind: "cordon", nodes: { kind: "selector", selector: text } }),
    "taints.key": (text) => ({ kind: "taint", nodes: nodesNamed("worker-01"), taints: [{ ...taint, key: text }] }),
    "taints.value": (text) => ({ kind: "taint", nodes: nodesNamed("worker-01"), taints: [{ ...taint, value: text }] }),
    "taints.effect": (text) => ({ kind: "taint", nodes: nodesNamed("worker-01"), taints: [{ ...taint, effect: text }] }),
    "untaint.key": (text) => ({ kind: "untaint", nodes: nodesNamed("worker-01"), taints: [{ key: text }] }),
    "label.key": (text) => ({ kind: "label", nodes: nodesNamed("worker-01"), labels: { [text]: "x" } }),
    "label.value": (text) => ({ kind: "label", nodes: nodesNamed("worker-01"), labels: { x: text } }),
    "unlabel.key": (text) => ({ kind: "unlabel", nodes: nodesNamed("worker-01"), keys: [text] }),
    "edit.namespace": (text) => ({ kind: "edit", ...logs, namespace: text, edit: { kind: "restart" } }),
    "edit.name": (text) => ({ kind: "edit", ...logs, name: text, edit: { kind: "restart" } }),
    "edit.container": (text) => ({ kind: "edit", ...logs, edit: { kind: "image", container: text, image: "i" } }),
    "edit.priorityClass": (text) => ({ kind: "edit", ...logs, edit: { kind: "priorityClass", to: text } }),
    "edit.annotation": (text) => ({ kind: "edit", ...logs, edit: { kind: "annotation", key: text, value: "x" } }),
    "apply.name": (text) => manifest({ name: text }),
    "apply.namespace": (text) => manifest({ name: "x", namespace: text }),
    "apply.apiVersion": (text) => manifest({ name: "x" }, { apiVersion: text }),
    "apply.kind": (text) => manifest({ name: "x" }, { kind: text }),
    "delete.namespace": (text) => ({ kind: "delete", ...logs, namespace: text, orphan: false }),
    "delete.name": (text) => ({ kind: "delete", ...logs, name: text, orphan: false }),
    "deletePods.namespace": (text) => ({ kind: "deletePods", namespace: text, pods: ["a"] }),
    "deletePods.pods": (text) => ({ kind: "deletePods", namespace: "kube-system", pods: [text] }),
  };
  const BROKEN = ["lo\ngs", "lo\r\nx-evil: 1", "logs\u0000", "logs\u007f", "\ud800logs", "\u2028", "\n"];
  it.each(Object.keys(SLOTS))("a control character in %s is a client error, and sends no request", async (slot) => {
    const { objectReads: asked } = made.proxy;
    for (const text of BROKEN) {
      const before = asked.length;
      const answer = await made.post("/api/actions/plan", { steps: [SLOTS[slot]?.(text)] });
      expect([text, answer.statusCode, answer.json().code]).toEqual([text, 400, "BadStep"]);
      expect(answer.json().message).toMatch(/^steps\[0\][^\n]* cannot be read: it must be [^\n]*\.$/);
      // The runs of earlier tests may still read their own objects.
      expect(asked.slice(before).filter((url) => decodeURIComponent(url).includes(Buffer.from(text).toString()))).toEqual([]);
    }
  });
  it.each(Object.keys(SLOTS))("no text in %s is reported as a failure of the cluster", async (slot) => {
    for (const text of ["a/b", "../x", "%2e%2e", "a?b=c", "a#b", "a,metadata.name!=b", "é", "A B", "x".repeat(300)]) {
      const answer = await made.post("/api/actions/plan", { steps: [SLOTS[slot]?.(text)] });
      expect([text, [200, 400, 422].includes(answer.statusCode), answer.body.slice(0, 200)]).toEqual([text, true, expect.anything()]);
    }
    expect(made.proxy.writes.filter(({ dryRun }) => !dryRun)).toEqual([]);
    made.proxy.writes.splice(0);
  });
  it.each([
    ["/api/actions", { planId: "a\nb" }, 410],
    ["/api/actions", { planId: "a", typed: "a\r\nb" }, 410],
    ["/api/actions/batch", { id: "a\nb", to: "pause" }, 404],
    ["/api/actions/plan", { ...STEPS, undoes: "a\nb" }, 422],
  ])("%s with a control character in a plan or action id is a client error", async (path, body, status) => {
    const answer = await made.post(path, body);
    expect([answer.statusCode, answer.body]).toEqual([status, expect.anything()]);
  });
  it("quotes foreign text of a manifest as one shell word", async () => {
    const image = "a'; rm -rf / #";
    const edit = { kind: "image", container: "fluentd-elasticsearch", image };
    const name = { namespace: "kube-system", name: "fluentd-elasticsearch" };
    const { kubectl } = await made.plan({ steps: [{ kind: "edit", ...name, edit } as never] });
    expect(kubectl).toContain("'fluentd-elasticsearch=a'\\''; rm -rf / #'");
    made.proxy.writes.splice(0);
  });

  it("reports an unknown or expired plan as over", async () => {
    const answer = await made.post("/api/actions", { planId: "nope" });
    expect([answer.statusCode, answer.json().code]).toEqual([410, "PlanOver"]);
  });
});

test("G42 a user without a token of the cluster may not act, but may read", async () => {
  const viewer = person({ kind: "impersonated" });
  // Without access control: this check precedes any rights.
  const { writeAccessFor: accessFor } = await import("./actions.ts");
  expect(accessFor(viewer, { acting: { simulated: false } as never, isLocal: true })).toEqual({ kind: "no", why: "noToken" });
  expect(accessFor(person({ kind: "own token", token: "t" }), { acting: { simulated: false } as never, isLocal: false })).toMatchObject({
    kind: "yes",
  });
});
