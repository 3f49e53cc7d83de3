import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { english } from "@daemonscope/words/english";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { describe, expect, it, onTestFinished } from "vitest";
import { importRecording } from "../../cli/record/import.ts";
import { capturedTerminal } from "../../cli/terminal/terminal.fixture.ts";
import { replayTo } from "../replay/replay-to.ts";
import { readLogFile } from "../storage/log-file.ts";
import { daemonSet, node, pod, revision } from "./imported-objects.fixture.ts";

const BEGAN = Date.parse("2026-01-31T02:00:00Z");

interface Parts {
  readonly name?: string;
  readonly query?: string;
  readonly code?: number;
  readonly subresource?: string;
  readonly answer?: object;
  readonly user?: string;
  readonly impersonated?: string;
}

/** The audit event of a request that the API server answered `seconds` after the start. */
function auditEvent(
  seconds: number,
  verb: string,
  resource: string,
  { name, query = "", code = 200, subresource, answer, user, impersonated }: Parts,
) {
  const isApps = resource === "daemonsets" || resource === "controllerrevisions";
  const at = new Date(BEGAN + seconds * 1000).toISOString().replace("Z", "000Z");
  return {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: answer === undefined ? "Metadata" : "RequestResponse",
    stage: "ResponseComplete",
    requestURI: `/${resource}${query}`,
    verb,
    ...(user === undefined ? {} : { user: { username: user } }),
    ...(impersonated === undefined ? {} : { impersonatedUser: { username: impersonated } }),
    objectRef: {
      resource,
      ...(isApps ? { apiGroup: "apps" } : {}),
      apiVersion: "v1",
      ...(name === undefined ? {} : { name }),
      ...(name === undefined || resource === "nodes" ? {} : { namespace: "default" }),
      ...(subresource === undefined ? {} : { subresource }),
    },
    responseStatus: { metadata: {}, code },
    ...(answer === undefined ? {} : { responseObject: answer }),
    requestReceivedTimestamp: at,
    stageTimestamp: at,
  };
}
const list = (kind: string, items: readonly object[], meta: object = {}) => ({
  kind: `${kind}List`,
  metadata: { resourceVersion: "100", ...meta },
  items,
});
const versioned = <T extends { readonly metadata: object }>(object: T, resourceVersion: number, meta: object = {}) => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(resourceVersion), ...meta },
});
const [n1, n2] = [versioned(node("n1"), 10), versioned(node("n2"), 11)];
const [p1, p2] = [versioned(pod("n1"), 20), versioned(pod("n2"), 21)];
const LISTS = [
  auditEvent(0, "list", "nodes", { answer: list("Node", [n1, n2]) }),
  auditEvent(0, "list", "daemonsets", { answer: list("DaemonSet", [versioned(daemonSet, 30)]) }),
  auditEvent(0, "list", "controllerrevisions", { answer: list("ControllerRevision", [versioned(revision, 31)]) }),
  auditEvent(1, "list", "pods", { answer: list("Pod", [p1], { continue: "p" }) }),
  auditEvent(1, "list", "pods", { query: "?continue=p", answer: list("Pod", [p2]) }),
];
const tainted = versioned({ ...node("n2"), spec: { taints: [{ key: "disk", value: "full", effect: "NoExecute" }] } }, 110);
const DELETED = { deletionTimestamp: "2026-01-31T02:01:01Z" };
const PINNED = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["n2"] }] }],
    },
  },
};
const SUCCESS = { kind: "Status", apiVersion: "v1", status: "Success" };
const lines = (events: readonly object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join("");

type Content = string | Buffer;

async function imported(content: Content | Readonly<Record<string, Content>>, startMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), "daemonscope-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "night.dslog");
  const files = typeof content === "string" || Buffer.isBuffer(content) ? { "audit.log": content } : content;
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const from = Object.keys(files).map((name) => join(folder, name)) as [string, ...string[]];
  const terminal = capturedTerminal();
  await importRecording({ from, file, overwrite: false, ...(startMs === undefined ? {} : { startMs }) }, terminal);
  const log = await readLogFile(readFileSync(file));
  const at = async (seconds: number) => {
    const ms = Math.min(BEGAN + seconds * 1000, log.end.atMs);
    const { model, state } = await replayTo(log, { fromMs: ms, toMs: ms });
    return {
      nodes: state.nodes.flatMap((each) => each?.name ?? []).sort(),
      taints: state.nodes.find((each) => each?.name === "n2")?.taints.map(({ key }) => key),
      pods: Array.from(model.held.pods, ({ name }) => name).sort(),
      unread: state.sources.pods.state,
      daemonSets: state.daemonSets.flatMap((each) => each?.name ?? []),
    };
  };
  return { log, at, warnings: terminal.warnings.map((line) => line.replaceAll(folder, "")) };
}

describe("a Kubernetes audit log", () => {
  it("is played at the times at which the API server answered", async () => {
    const night = [
      auditEvent(60, "patch", "nodes", { name: "n2", answer: tainted }),
      auditEvent(61, "delete", "pods", {
        name: "agent-n2",
        answer: versioned(pod("n2"), 111, { ...DELETED, deletionGracePeriodSeconds: 30 }),
      }),
      auditEvent(70, "delete", "pods", {
        name: "agent-n2",
        answer: versioned(pod("n2"), 112, { ...DELETED, deletionGracePeriodSeconds: 0 }),
      }),
      auditEvent(80, "create", "nodes", { name: "n3", code: 201, answer: versioned(node("n3"), 113) }),
      auditEvent(90, "delete", "nodes", { name: "n1", answer: SUCCESS }),
    ];
    const { at, log, warnings } = await imported(lines([...LISTS, ...night]));
    expect(warnings).toEqual([]);
    expect(log.segments[0]?.fromMs).toBe(BEGAN + 1000);
    expect(await at(59)).toMatchObject({ nodes: ["n1", "n2"], taints: [], pods: ["agent-n1", "agent-n2"], unread: "live" });
    expect(await at(69)).toMatchObject({ taints: ["disk"], pods: ["agent-n1", "agent-n2"] });
    expect(await at(79)).toMatchObject({ pods: ["agent-n1"], nodes: ["n1", "n2"] });
    expect(await at(89)).toMatchObject({ nodes: ["n1", "n2", "n3"] });
    expect(await at(91)).toMatchObject({ nodes: ["n2", "n3"], daemonSets: ["agent"] });
  });
  it.each([
    ["that was refused", { code: 409 }],
    ["that was a dry run", { query: "?dryRun=All" }],
    ["that is older than the known state", { answer: versioned(tainted, 9) }],
  ])("is not changed by a request %s", async (_, parts) => {
    const { at } = await imported(lines([...LISTS, auditEvent(60, "patch", "nodes", { name: "n2", answer: tainted, ...parts })]));
    expect(await at(61)).toMatchObject({ taints: [] });
  });
  it("ignores a request before its last stage", async () => {
    const patch = { ...auditEvent(60, "patch", "nodes", { name: "n2", answer: tainted }), stage: "ResponseStarted" };
    const { at } = await imported(lines([...LISTS, patch]));
    expect(await at(61)).toMatchObject({ taints: [] });
  });
  it("keeps a deleted pod until its finalizers are removed, and ignores later answers about a pod that is gone", async () => {
    const deletion = (version: number, meta: object) =>
      versioned(pod("n2"), version, { ...DELETED, deletionGracePeriodSeconds: 0, ...meta });
    const { at } = await imported(
      lines([
        ...LISTS,
        auditEvent(60, "delete", "pods", { name: "agent-n2", answer: deletion(111, { finalizers: ["example.org/x"] }) }),
        auditEvent(70, "patch", "pods", { name: "agent-n2", answer: deletion(112, {}) }),
        auditEvent(80, "patch", "pods", { name: "agent-n2", subresource: "status", answer: versioned(pod("n2"), 113) }),
        auditEvent(90, "patch", "nodes", { name: "n2", answer: tainted }),
      ]),
    );
    const both = ["agent-n1", "agent-n2"];
    expect([(await at(65)).pods, (await at(75)).pods, (await at(91)).pods]).toEqual([both, ["agent-n1"], ["agent-n1"]]);
  });
  it("treats objects missing from a later list as deleted, and ignores missing ones in a partial list", async () => {
    const some = auditEvent(30, "list", "pods", { query: "?labelSelector=a", answer: list("Pod", [], { resourceVersion: "120" }) });
    const ofOther = auditEvent(31, "list", "pods", { answer: list("Pod", [], { resourceVersion: "121" }) });
    const inNamespace = { ...ofOther, objectRef: { ...ofOther.objectRef, namespace: "other" } };
    const all = auditEvent(60, "list", "pods", { answer: list("Pod", [p2], { resourceVersion: "130" }) });
    const { at } = await imported(lines([...LISTS, some, inNamespace, all]));
    expect([(await at(32)).pods, (await at(61)).pods]).toEqual([["agent-n1", "agent-n2"], ["agent-n2"]]);
  });
  it("leaves kinds without a complete list unread, and explains how to record them", async () => {
    const { at, warnings } = await imported(
      lines([...LISTS.slice(0, 3), auditEvent(2, "patch", "pods", { name: "agent-n1", answer: p1 })]),
    );
    expect(await at(5)).toMatchObject({ unread: "syncing" });
    expect(warnings).toEqual([
      '/audit.log holds no list of all pods: unchanged objects are missing, and facts that depend on them stay unknown; a "kubectl get pods -A -o json" leaves the lists in the log.',
    ]);
  });
  it("reads compressed logs, and warns about invalid lines, a torn end and writes without objects", async () => {
    const bare = auditEvent(40, "update", "daemonsets", { name: "agent" });
    const hostile = '{"__proto__":{"a":1}}\nnull\n[[[[\n{"kind":"Event","apiVersion":"audit.k8s.io/v1","objectRef":7}\n';
    const { warnings, at } = await imported(gzipSync(`${lines([...LISTS, bare])}${hostile}{"kind":"Ev`));
    expect(await at(41)).toMatchObject({ nodes: ["n1", "n2"] });
    expect(warnings).toEqual([
      "/audit.log: 1 write was kept without its object, and what it changed cannot be known: the audit policy needs the level RequestResponse: daemonsets default/agent, at 2026-01-31T02:00:40.000Z.",
      "/audit.log: 3 lines are no audit events, and were left out; the first is line 7.",
      "/audit.log: 1 line was cut off at its end, and left out: the last, 11.",
    ]);
  });
  it.each([
    ["{}\n", "is no audit log: no line of it is an Event of audit.k8s.io"],
    [lines([auditEvent(1, "update", "nodes", { name: "n1" })]), "holds no nodes: an audit policy of level RequestResponse"],
    [lines(LISTS.slice(0, 1)), "holds no DaemonSets: an audit policy of level RequestResponse"],
  ])("%#: unusable input is refused in one sentence", async (content, sentence) => {
    await expect(imported(content)).rejects.toThrow(sentence);
  });
  it("uses the times of the log, and refuses another start", async () => {
    await expect(imported(lines(LISTS), BEGAN)).rejects.toThrow("says itself when each thing happened: leave out --start");
  });

  describe("a binding", () => {
    const { nodeName: _, ...spec } = pod("n2").spec;
    const waiting = versioned({ ...pod("n2"), spec, status: { phase: "Pending" } }, 120, { name: "agent-new", uid: "pod-new" });
    const pinned = { ...waiting, spec: { ...spec, affinity: PINNED } };
    const create = (seconds: number) => auditEvent(seconds, "create", "pods", { name: "agent-new", answer: pinned });
    const bind = (seconds: number, name: string, uid?: string) => ({
      ...auditEvent(seconds, "create", "pods", { name, code: 201, subresource: "binding", answer: SUCCESS }),
      requestObject: { kind: "Binding", apiVersion: "v1", metadata: { name, uid }, target: { kind: "Node", name: "n2" } },
    });
    const podAt = async (log: Awaited<ReturnType<typeof imported>>["log"], seconds: number) => {
      const ms = Math.min(BEGAN + seconds * 1000, log.end.atMs);
      const { model } = await replayTo(log, { fromMs: ms, toMs: ms });
      return Array.from(model.held.pods).find(({ name }) => name === "agent-new");
    };

    it("sets the node of a pod and its scheduled condition, before a later write", async () => {
      const { log, at, warnings } = await imported(
        lines([...LISTS, create(50), bind(60, "agent-new"), bind(61, "agent-zzz"), bind(62, "agent-n1")]),
      );
      expect((await at(59)).pods).toEqual(["agent-n1", "agent-n2", "agent-new"]);
      expect([(await podAt(log, 59))?.node, (await podAt(log, 60))?.node]).toEqual(["n2", "n2"]);
      expect((await podAt(log, 59))?.scheduled).toBe(false);
      expect((await podAt(log, 60.5))?.scheduled).toBe(true);
      expect(warnings).toEqual([
        "/audit.log: 1 pod was given a node, and the log does not hold the pod: pods default/agent-zzz, at 2026-01-31T02:01:01.000Z.",
      ]);
    });
    it("applies also if a busy API server logs it before the creation of the pod", async () => {
      const { log, warnings } = await imported(lines([...LISTS, bind(50, "agent-new", "pod-new"), create(50.2), create(60)]));
      expect((await podAt(log, 60))?.scheduled).toBe(true);
      expect(warnings).toEqual([]);
    });
    it("never applies to another pod with the same name", async () => {
      const { log, warnings } = await imported(lines([...LISTS, bind(50, "agent-new", "pod-old"), create(50.2), create(60)]));
      expect((await podAt(log, 60))?.scheduled).toBe(false);
      expect(warnings).toEqual([
        "/audit.log: 1 pod was given a node, and the log does not hold the pod: pods default/agent-new, at 2026-01-31T02:00:50.000Z.",
      ]);
    });
    it("has no effect on a pod that is gone when the log has its creation", async () => {
      const gone = {
        ...auditEvent(51, "delete", "pods", {
          name: "agent-new",
          answer: versioned(pinned, 125, { ...DELETED, uid: "pod-new", name: "agent-new", deletionGracePeriodSeconds: 0 }),
        }),
      };
      const { log, warnings } = await imported(lines([...LISTS, bind(50, "agent-new", "pod-new"), gone, create(52)]));
      expect(await podAt(log, 52)).toBeUndefined();
      expect(warnings).toEqual([]);
    });
  });
});

describe("an audit log of an OnDelete DaemonSet", () => {
  const onDelete = (template: object = daemonSet.spec.template) => ({
    ...daemonSet,
    spec: { ...daemonSet.spec, template, updateStrategy: { type: "OnDelete" } },
  });
  const template2 = { ...daemonSet.spec.template, spec: { containers: [{ name: "agent", image: "agent:2" }] } };
  const hash2 = { labels: { app: "agent", "controller-revision-hash": "h2" } };
  const updated = [
    auditEvent(10, "patch", "daemonsets", { name: "agent", answer: versioned(onDelete(template2), 40, { generation: 2 }) }),
    auditEvent(11, "create", "controllerrevisions", {
      name: "agent-h2",
      answer: versioned({ ...revision, revision: 2, data: { spec: { template: { $patch: "replace", ...template2 } } } }, 41, {
        ...hash2,
        name: "agent-h2",
        uid: "cr2",
      }),
    }),
  ];
  const deletion = (seconds: number, user: string, impersonated?: string, object: ReturnType<typeof pod> = pod("n1")) =>
    auditEvent(seconds, "delete", "pods", {
      name: object.metadata.name,
      user,
      ...(impersonated === undefined ? {} : { impersonated }),
      answer: versioned(object, 100 + seconds, { ...DELETED, deletionGracePeriodSeconds: 30 }),
    });
  const ROLLER = "system:serviceaccount:ops:roller";
  const fresh = { ...pod("n1"), metadata: { ...pod("n1").metadata, ...hash2 } };
  it.each<readonly [string, readonly object[], string | null]>([
    ["a ServiceAccount", [deletion(20, ROLLER)], "2 old pods (OnDelete), which ServiceAccount ops/roller deletes"],
    ["the impersonated user", [deletion(20, "admin", "alice")], "2 old pods (OnDelete), which alice deletes"],
    ["one user, twice", [deletion(20, "alice"), deletion(21, "alice", undefined, pod("n2"))], "2 old pods (OnDelete), which alice deletes"],
    [
      "the first user, whose deletion another one ends",
      [deletion(20, "alice"), deletion(21, "kwok")],
      "2 old pods (OnDelete), which alice deletes",
    ],
    ["two users", [deletion(20, "alice"), deletion(21, ROLLER, undefined, pod("n2"))], null],
    ["a kubelet", [deletion(20, "system:node:n1")], "1 old pod to delete (OnDelete)"],
    [
      "the garbage collector",
      [deletion(20, "system:serviceaccount:kube-system:generic-garbage-collector")],
      "1 old pod to delete (OnDelete)",
    ],
    [
      "the garbage collector, whose deletion another user ends",
      [deletion(20, "system:serviceaccount:kube-system:generic-garbage-collector"), deletion(21, "kwok")],
      "1 old pod to delete (OnDelete)",
    ],
    ["a user who deletes a new pod", [deletion(20, "alice", undefined, fresh)], "1 old pod to delete (OnDelete)"],
    ["a user before the current revision", [], "1 old pod to delete (OnDelete)"],
  ])("R31 names who deletes old pods: %s", async (name, events, text) => {
    const before = name.includes("before") ? [deletion(5, "alice")] : [];
    const lists = LISTS.map((each) =>
      each.objectRef.resource === "daemonsets"
        ? auditEvent(0, "list", "daemonsets", { answer: list("DaemonSet", [versioned(onDelete(), 30)]) })
        : each,
    );
    const { log } = await imported(lines([...lists, ...before, ...updated, ...events]));
    const { state } = await replayTo(log, { fromMs: log.end.atMs, toMs: log.end.atMs });
    const [record] = state.daemonSets;
    expect(record?.concern && concernText(english, record.concern.detail)).toBe(text);
  });
});

describe("several audit logs", () => {
  const NIGHT = [
    auditEvent(60, "patch", "nodes", { name: "n2", answer: tainted }),
    auditEvent(70, "delete", "pods", {
      name: "agent-n2",
      answer: versioned(pod("n2"), 112, { ...DELETED, deletionGracePeriodSeconds: 0 }),
    }),
    auditEvent(80, "create", "nodes", { name: "n3", code: 201, answer: versioned(node("n3"), 113) }),
    auditEvent(90, "delete", "nodes", { name: "n1", answer: SUCCESS }),
  ];
  const ALL = [...LISTS, ...NIGHT];
  const asOne = async () => {
    const { log, at } = await imported(lines(ALL));
    return [log.segments[0]?.fromMs, log.end.atMs, ...(await Promise.all([5, 65, 75, 85, 91].map(at)))];
  };
  const part = (from: number, to?: number) => lines(ALL.slice(from, to));
  it.each<[string, Readonly<Record<string, Content>>]>([
    [
      "rotated, the newest first",
      {
        "audit.log": part(7),
        "audit-2026-01-31T02-01-00.000.log.gz": gzipSync(part(5, 7)),
        "audit-2026-01-31T02-00-30.000.log": part(0, 5),
      },
    ],
    ["rotated just now, so that the newest is empty", { "audit.log": "", "audit-1.log": part(0) }],
    ["of two API servers", { "b.log": lines(ALL.filter((_, at) => at % 2 === 1)), "a.log": lines(ALL.filter((_, at) => at % 2 === 0)) }],
    ["with a partial copy", { "audit.log": part(0), "copy.log.gz": gzipSync(part(4, 8)) }],
  ])("are merged into one: %s", async (_, files) => {
    const { log, at, warnings } = await imported(files);
    expect([log.segments[0]?.fromMs, log.end.atMs, ...(await Promise.all([5, 65, 75, 85, 91].map(at)))]).toEqual(await asOne());
    expect(warnings).toEqual([]);
  });
  it("keeps concurrent paginated lists separate", async () => {
    const parts = (begins: number, token: string) => [
      auditEvent(begins, "list", "pods", { query: "?limit=1", answer: list("Pod", [p1], { continue: token, resourceVersion: "130" }) }),
      auditEvent(begins + 2, "list", "pods", {
        query: `?limit=1&continue=${token}`,
        answer: list("Pod", [p2], { resourceVersion: "130" }),
      }),
    ];
    const [a1, a2] = parts(30, "a");
    const [b1, b2] = parts(31, "b");
    const { at } = await imported(lines([...LISTS, a1 ?? {}, b1 ?? {}, a2 ?? {}, b2 ?? {}]));
    expect([(await at(32.5)).pods, (await at(34)).pods]).toEqual([
      ["agent-n1", "agent-n2"],
      ["agent-n1", "agent-n2"],
    ]);
  });
  it("warns about different clocks, a hole between two logs, and dropped lines", async () => {
    const later = auditEvent(60, "patch", "nodes", { name: "n2", answer: versioned(tainted, 140) });
    const slow = auditEvent(67.5, "patch", "nodes", { name: "n1", answer: versioned(node("n1"), 139) });
    const after = auditEvent(1500, "patch", "nodes", { name: "n1", answer: versioned(node("n1"), 150) });
    const { warnings } = await imported({
      "a.log": lines([...LISTS, later]),
      "b.log": `${lines([slow])}{"kind":"Ev`,
      "c.log": lines([after]),
    });
    expect(warnings).toEqual([
      "What the 3 files tell: 1 line was cut off at its end, and left out: the last, 2 of b.log.",
      "What the 3 files tell: no events from 2026-01-31T02:01:07.500Z to 2026-01-31T02:25:00.000Z, between two of the files: a file may be missing, and changes in that time are known only if a later list shows them.",
      "What the 3 files tell: the clocks of the API servers differ by 7.5 s or more, so events within that time may be out of order: nodes n1, at 2026-01-31T02:01:07.500Z.",
    ]);
  });
  it("reads a truncated compressed log up to its end", async () => {
    const whole = gzipSync(
      part(0) + lines(Array.from({ length: 500 }, (_, at) => auditEvent(100 + at, "get", "nodes", { name: `x${Math.sin(at)}` }))),
    );
    const { at } = await imported({ "audit.log.gz": whole.subarray(0, whole.length - 2000) });
    expect(await at(91)).toEqual((await asOne())[6]);
  });
  it.each<[string, Readonly<Record<string, Content>>]>([
    ["File /b.log is no audit log: no line of it is an Event of audit.k8s.io.", { "a.log": part(0), "b.log": "{}\n" }],
    ["File /b.yaml is no audit log, and only those are read together.", { "a.log": part(0), "b.yaml": "kind: Node\n---\n" }],
    [
      "File /b.dslog is a recording of daemonscope already: only audit logs are read together.",
      { "a.log": part(0), "b.dslog": "daemonscope log 1\n" },
    ],
    [
      "What the 2 files tell holds no DaemonSets: an audit policy of level RequestResponse for nodes, pods, daemonsets and controllerrevisions keeps them (docs/log.md has one).",
      { "a.log": lines(LISTS.slice(0, 1)), "b.log": lines(LISTS.slice(3)) },
    ],
    [
      "File /b.gz is compressed, and damaged: Z_DATA_ERROR.",
      { "a.log": part(0), "b.gz": Buffer.concat([gzipSync(part(0)).subarray(0, 40), Buffer.alloc(400, 0xff)]) },
    ],
  ])("refuses files in one sentence: %s", async (sentence, files) => {
    const error = await imported(files).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.message.replaceAll(/\/\S*daemonscope-audit-[^/]+/g, "")).toBe(sentence);
  });
  it("refuses a file that is named twice, and never overwrites an input", async () => {
    const folder = mkdtempSync(join(tmpdir(), "daemonscope-audit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [a, b] = [join(folder, "a.log"), join(folder, "b.log")];
    for (const path of [a, b]) writeFileSync(path, part(0));
    const run = (from: [string, ...string[]], file: string) => importRecording({ from, file, overwrite: true }, capturedTerminal());
    await expect(run([a, a], join(folder, "x.dslog"))).rejects.toThrow(`File ${a} is named twice.`);
    await expect(run([a], b)).rejects.toThrow(`${b} exists and is not a daemonscope recording. Name the output file last`);
    expect(readFileSync(b, "utf8")).toBe(part(0));
  });
});
