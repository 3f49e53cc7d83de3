import { putDaemonSet, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import type { RevisionsAnswer } from "@daemonscope/shared/http/answers";
import { expect, onTestFinished, test } from "vitest";
import { kubePod } from "../../../cluster.fixture.ts";
import { SecretRedactor } from "../../../feed/secret-redactor.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const keep = createTemplateRedactor({ key: new Uint8Array(32), showValues: false });
const templateOf = (image: string, password: string) => ({
  metadata: { labels: { app: "agent" } },
  spec: { containers: [{ name: "agent", image, env: [{ name: "PASSWORD", value: password }] }] },
});

function daemonSetOf(template: unknown) {
  const decoded = decodeDaemonSet(
    {
      metadata: { name: "agent", namespace: "kube-system", uid: "u-agent", resourceVersion: "1", generation: 1 },
      spec: { selector: { matchLabels: { app: "agent" } }, template },
    },
    keep,
  );
  if (!("object" in decoded)) throw new Error(decoded.problem);
  return decoded.object;
}

function revisionOf(revision: number, template: unknown, cause?: string) {
  const decoded = decodeControllerRevision(
    {
      metadata: {
        name: `agent-hash${revision}`,
        namespace: "kube-system",
        uid: `u-hash${revision}`,
        resourceVersion: "1",
        creationTimestamp: `2026-01-0${revision}T00:00:00Z`,
        labels: { app: "agent", "controller-revision-hash": `hash${revision}` },
        ...(cause === undefined ? {} : { annotations: { "kubernetes.io/change-cause": cause } }),
        ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: "u-agent", controller: true }],
      },
      revision,
      data: { spec: { template } },
    },
    keep,
  );
  if (!("object" in decoded)) throw new Error(decoded.problem);
  return decoded.object;
}

/** kube-system/agent with revisions 1 to 3, the last live. n1 runs the second, n2 an unknown one, n3 the third. */
function withRevisions() {
  const server = serverOnManualTime();
  const { model, tick } = server;
  const live = templateOf("agent:2", "canary-two");
  const daemonSet = daemonSetOf(live);
  model.apply(putDaemonSet(daemonSet));
  model.apply(putRevision(revisionOf(1, templateOf("agent:0", "canary-one"), "first")));
  model.apply(putRevision(revisionOf(2, templateOf("agent:1", "canary-one"))));
  model.apply(putRevision(revisionOf(3, live)));
  model.apply(putPod(kubePod(daemonSet, "n1", { hash: "hash2" })));
  model.apply(putPod(kubePod(daemonSet, "n2", { hash: "gone" })));
  model.apply(putPod(kubePod(daemonSet, "n3", { hash: "hash3" })));
  model.apply(putPod(kubePod(daemonSet, "left", { hash: "hash3" })));
  tick();
  const ask = async (more = "") => {
    const answer = await server.get(`/api/revisions?namespace=kube-system&daemonSet=agent${more}`);
    return { status: answer.statusCode, body: answer.json() as RevisionsAnswer, text: answer.body };
  };
  return { ...server, ask };
}

test("R6 R14 R15 returns the history newest first, the nodes of each revision, and kubectl's text", async () => {
  const { body } = await withRevisions().ask();
  expect(body.revisions).toEqual([
    expect.objectContaining({ revision: 3, hash: "hash3", name: "agent-hash3", current: true, nodes: { count: 1, names: ["n3"] } }),
    expect.objectContaining({ revision: 2, hash: "hash2", current: false, nodes: { count: 1, names: ["n1"] } }),
    expect.objectContaining({ revision: 1, changeCause: "first", createdAtMs: Date.UTC(2026, 0, 1), nodes: { count: 0, names: [] } }),
  ]);
  expect(body.unknown).toEqual([{ hash: "gone", nodes: { count: 1, names: ["n2"] } }]);
  expect(body.history).toBe("daemonset.apps/agent \nREVISION  CHANGE-CAUSE\n1         first\n2         <none>\n3         <none>\n\n");
});

test("R16 R17 G12 compares the previous with the current revision by default, without a secret", async () => {
  const { body, text } = await withRevisions().ask();
  expect(body.difference).toMatchObject({ from: { revision: 2 }, to: { revision: 3 }, more: 0, reordered: [] });
  expect(body.difference?.changes.map(({ words }) => words)).toEqual([
    "container agent: env PASSWORD changed, both values are hidden",
    "container agent: image agent:1 → agent:2",
  ]);
  expect(body.difference?.diff.filter(({ kind }) => kind !== "same").map(({ text: line }) => line)).toEqual([
    "@@ -5,6 +5,6 @@",
    "      value: <hidden 1>",
    "    image: agent:1",
    "      value: <hidden 2>",
    "    image: agent:2",
  ]);
  expect(body.showsValues).toBe(false);
  expect(text).not.toContain("canary");
  expect(text).not.toContain("$hidden");
});

test("compares two requested revisions; one side may be omitted", async () => {
  const { ask } = withRevisions();
  const sides = async (more: string) => {
    const { difference } = (await ask(more)).body;
    return [difference?.from, difference?.to].map((side) => (side?.kind === "revision" ? side.revision : side?.kind));
  };
  expect(await sides("&from=hash1&to=hash3")).toEqual([1, 3]);
  expect(await sides("&from=hash3&to=hash1")).toEqual([3, 1]);
  expect(await sides("&from=hash1")).toEqual([1, 3]);
  expect(await sides("&to=hash2")).toEqual([1, 2]);
  expect((await ask("&to=hash1")).body).toMatchObject({ noDifferenceReason: "Nothing older than revision 1 is kept." });
  expect((await ask("&from=hash2&to=hash2")).body.difference?.changes).toEqual([]);
});

test("an unknown hash gives 404 with the nearest", async () => {
  const { status, body } = await withRevisions().ask("&from=hash9");
  expect([status, body]).toEqual([
    404,
    {
      code: "RevisionNotFound",
      message: "DaemonSet kube-system/agent has no revision with the hash hash9. The nearest is hash1 or hash2 or hash3.",
      nearest: ["hash1", "hash2", "hash3"],
    },
  ]);
});

test.each(["&from=", "&from=a/b", "&from=a&from=b", "&form=hash1"])("%s is refused", async (more) => {
  expect((await withRevisions().ask(more)).status).toBe(400);
});

test("R6 while no revision equals the live template, it is compared with the newest", async () => {
  const { model, tick, ask } = withRevisions();
  model.apply(putDaemonSet(daemonSetOf(templateOf("agent:3", "canary-two"))));
  tick();
  const { body } = await ask();
  expect(body.isLiveUnrecorded).toBe(true);
  expect(body.revisions.map(({ current }) => current)).toEqual([false, false, false]);
  expect(body.difference).toMatchObject({
    from: { revision: 3 },
    to: { kind: "live" },
    changes: [{ words: "container agent: image agent:2 → agent:3" }],
  });
});

test("R6 after an undo, before its number is raised, it compares the highest with the current revision", async () => {
  const { model, tick, ask } = withRevisions();
  model.apply(putDaemonSet(daemonSetOf(templateOf("agent:0", "canary-one"))));
  tick();
  const { body } = await ask();
  expect(body.difference).toMatchObject({ from: { revision: 3 }, to: { revision: 1 } });
});

const applied = (template: unknown, generation: number) => ({
  metadata: { name: "agent", namespace: "kube-system", uid: "u-agent", resourceVersion: "1", generation },
  spec: { selector: { matchLabels: { app: "agent" } }, template },
});
const recorded = (revision: number, template: unknown) => ({
  metadata: {
    name: `agent-hash${revision}`,
    namespace: "kube-system",
    uid: `u-hash${revision}`,
    resourceVersion: "1",
    labels: { app: "agent", "controller-revision-hash": `hash${revision}` },
    ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: "u-agent", controller: true }],
  },
  revision,
  data: { spec: { template } },
});

/** A server that follows a log without templates, of kube-system/agent with two revisions. `answer` returns the
 *  responses of its API server. */
async function serverThatFollows(answer: (path: string) => object | undefined) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    const [selector] = [query.get("fieldSelector"), query.get("labelSelector")].filter((each) => each !== null);
    asked.push(`${path.split("/").at(-1)} ${selector}`);
    const items = answer(path);
    response.writeHead(items === undefined ? 403 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(items === undefined ? { kind: "Status", message: "not for you" } : { metadata: {}, items }));
  });
  onTestFinished(() => api.close());
  const server = serverOnManualTime({ apiServer: api.url });
  const projection = new SecretRedactor();
  const putTemplates = (generation: number, templates: readonly unknown[]) => {
    const { metadata, ...rest } = daemonSetOf(templates.at(-1));
    server.model.apply(putDaemonSet(projection.daemonSet({ ...rest, metadata: { ...metadata, generation } })));
    for (const [at, each] of templates.entries()) server.model.apply(putRevision(projection.revision(revisionOf(at + 1, each))));
    server.tick();
  };
  putTemplates(1, [templateOf("agent:1", "canary-one"), templateOf("agent:2", "canary-two")]);
  return { asked, putTemplates, ask: async () => await server.get("/api/revisions?namespace=kube-system&daemonSet=agent") };
}

test("L5 G12 asks the API server for templates that a followed log omits, without secrets", async () => {
  const { asked, ask } = await serverThatFollows((path) =>
    path.endsWith("daemonsets")
      ? [applied(templateOf("agent:2", "canary-two"), 1)]
      : [recorded(1, templateOf("agent:1", "canary-one")), recorded(2, templateOf("agent:2", "canary-two"))],
  );
  const answer = await ask();
  const { difference } = answer.json() as RevisionsAnswer;
  expect(difference).toMatchObject({ from: { revision: 1 }, to: { revision: 2 } });
  expect(difference?.changes.map(({ words }) => words)).toEqual([
    "container agent: env PASSWORD changed, both values are hidden",
    "container agent: image agent:1 → agent:2",
  ]);
  expect(asked.sort()).toEqual(["controllerrevisions app=agent", "daemonsets metadata.name=agent"]);
  expect(answer.body).not.toContain("canary");
});

test("L5 reads again for a client that knows a newer template", async () => {
  const templates = [templateOf("agent:1", ""), templateOf("agent:2", "")];
  const { ask, putTemplates } = await serverThatFollows((path) =>
    path.endsWith("daemonsets") ? [applied(templates.at(-1), templates.length - 1)] : templates.map((each, at) => recorded(at + 1, each)),
  );
  const words = async () => ((await ask()).json() as RevisionsAnswer).difference?.changes.map((change) => change.words);
  putTemplates(1, templates);
  expect(await words()).toEqual(["container agent: image agent:1 → agent:2"]);
  templates.push(templateOf("agent:3", ""));
  putTemplates(2, templates);
  expect(await words()).toEqual(["container agent: image agent:2 → agent:3"]);
});

test.each<readonly [string, (path: string) => object | undefined, RegExp]>([
  [
    "may not be read",
    () => undefined,
    /^Whole templates are no part of the log that this server follows, and the API server gave none\. .*not for you/,
  ],
  ["are of a DaemonSet that has changed since", () => [applied(templateOf("agent:3", ""), 2)], /has changed at this moment: ask again\.$/],
])("L5 if templates missing in a log %s, the history has the reason", async (_why, answer, expected) => {
  const body = (await (await serverThatFollows(answer)).ask()).json() as RevisionsAnswer;
  expect(body.revisions.map(({ revision }) => revision)).toEqual([2, 1]);
  expect(body.difference).toBeUndefined();
  expect(body.noDifferenceReason).toMatch(expected);
});

test("reports a revision without a template", async () => {
  const { model, tick, ask } = withRevisions();
  const { fullTemplate: _, ...bare } = revisionOf(1, templateOf("agent:0", "canary-one"));
  model.apply(putRevision(bare));
  tick();
  expect((await ask("&from=hash1")).body.noDifferenceReason).toBe("The data of revision 1 hold no pod template that can be read.");
});
