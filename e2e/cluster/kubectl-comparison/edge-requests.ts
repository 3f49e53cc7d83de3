import type { RawRequest } from "./two-clusters.ts";

const SETS = "/apis/apps/v1/namespaces/default/daemonsets";
const AGENT = `${SETS}/agent`;
const PODS = "/api/v1/namespaces/default/pods";
const MAPS = "/api/v1/namespaces/default/configmaps";
const POD = `${PODS}/edge`;
const TOO_NEW = 99_999_999;

const get = (path: string): RawRequest => ({ method: "GET", path });
const send = (method: string, path: string, body: unknown, contentType = "application/json"): RawRequest => ({
  method,
  path,
  contentType,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const patch = (kind: string, path: string, body: unknown) => send("PATCH", path, body, `application/${kind}-patch+json`);
const steps = (...ops: readonly unknown[]) => patch("json", `${AGENT}?dryRun=All`, ops);
const merges = (path: string, body: unknown) => patch("merge", `${path}?dryRun=All`, body);
const strategic = (body: object) => patch("strategic-merge", `${AGENT}?dryRun=All`, body);
const containers = (...elements: readonly unknown[]) => strategic({ spec: { template: { spec: { containers: elements } } } });
const variables = (part: object) => containers({ name: "agent", ...part });
const named = (name: string, value: string) => ({ name, value });
const set = (metadata: object) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "agent", ...metadata },
  spec: {
    selector: { matchLabels: { a: "agent" } },
    template: { metadata: { labels: { a: "agent" } }, spec: { containers: [{ name: "agent", image: "agent:1" }] } },
  },
});
const token = Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: TOO_NEW, start: "x" })).toString("base64url");

const POD_STATUSES: readonly object[] = [
  { conditions: [{ status: "True" }] },
  { conditions: [{ type: "a b", status: "True", observedGeneration: -1 }] },
  { nominatedNodeName: "A b" },
  { observedGeneration: -1 },
  { qosClass: "Guaranteed" },
  { podIP: "x", podIPs: [{ ip: "x" }] },
  { podIP: "10.0.0.1", podIPs: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] },
  { hostIP: "10.0.0.1", hostIPs: [{ ip: "10.0.0.2" }] },
];

/** Edge cases: future versions, invalid options, patches of missing paths, fields that only the server sets. */
export const EDGE_REQUESTS: readonly RawRequest[] = [
  get(`${AGENT}?resourceVersion=${TOO_NEW}`),
  get(`${AGENT}?resourceVersion=x`),
  get(`${SETS}?resourceVersion=${TOO_NEW}`),
  get(`${SETS}?resourceVersion=${TOO_NEW}&resourceVersionMatch=NotOlderThan&limit=1`),
  get(`${SETS}?resourceVersion=${TOO_NEW}&resourceVersionMatch=Exact`),
  get(`${SETS}?watch=1&resourceVersion=${TOO_NEW}&timeoutSeconds=2`),
  get(`${SETS}?watch=1&resourceVersion=${TOO_NEW}&timeoutSeconds=2&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`),
  get(`${SETS}?watch=1&resourceVersion=${TOO_NEW}&timeoutSeconds=7&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`),
  get(`${SETS}?continue=${token}`),
  get(`${SETS}?timeoutSeconds=x`),
  get(`${SETS}?watch=1&timeoutSeconds=x`),
  get(`${SETS}?watch=maybe&timeoutSeconds=1&labelSelector=a%3Dnone`),
  get(`${SETS}?watch=&timeoutSeconds=1&labelSelector=a%3Dnone`),
  get(`${SETS}?limit=`),
  get("/api/v1/nodes?fieldSelector=metadata.namespace%3Dx"),
  get("/api/v1/namespaces?fieldSelector=metadata.namespace%3Dx"),
  send("DELETE", `${MAPS}/none`, { apiVersion: "v1", kind: "Pod", metadata: { name: "none" } }),
  send("DELETE", `${MAPS}/none`, { apiVersion: "v1", kind: "ConfigMap" }),
  send("DELETE", `${MAPS}/none`, { apiVersion: "apps/v1", kind: "DeleteOptions" }),
  containers({ name: "agent", $patch: "foo" }),
  containers({ name: "agent", $patch: 1 }),
  containers("x"),
  variables({ "$setElementOrder/env": "x" }),
  variables({ "$setElementOrder/env": [{ name: "A" }], env: [{ name: "C", value: "3" }] }),
  variables({ "$setElementOrder/env": ["A"], env: [{ name: "C", value: "3" }] }),
  variables({ "$setElementOrder/env": [{ name: "B" }, { name: "A" }], env: [named("A", "x"), named("B", "y")] }),
  strategic({ metadata: { finalizers: ["a.b/c"], "$setElementOrder/finalizers": ["x.y/z"] } }),
  strategic({ spec: { updateStrategy: { $retainKeys: "x", type: "OnDelete" } } }),
  strategic({ spec: { updateStrategy: { $retainKeys: ["x"], type: "OnDelete" } } }),
  steps({ op: "remove", path: "/spec/template/spec/containers/-1" }),
  steps({ op: "remove", path: "/spec/template/spec/containers/-2" }),
  steps({ op: "remove", path: "/spec/absent" }),
  steps(...Array.from({ length: 10_001 }, () => ({ op: "test", path: "/metadata/name", value: "agent" }))),
  ...POD_STATUSES.map((status) => merges(`${POD}/status`, { status })),
  steps({ op: "replace", path: "/spec/absent/deeper", value: 1 }),
  steps({ op: "replace", path: "spec", value: 1 }),
  steps({ op: "add", path: "", value: {} }),
  steps({ op: "remove", path: "" }),
  steps({ op: "move", from: "/spec/absent", path: "/spec/x" }),
  steps("x"),
  send("PUT", AGENT, set({ uid: "11111111-1111-1111-1111-111111111111" })),
  send("PUT", `${AGENT}?dryRun=All`, set({ resourceVersion: "x" })),
  send("PUT", `${AGENT}?dryRun=All`, set({ resourceVersion: "1" })),
  merges(AGENT, { metadata: { uid: "u" } }),
  merges(AGENT, { metadata: { resourceVersion: "x" } }),
  merges(AGENT, { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }),
  merges(AGENT, { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 } }),
  merges(POD, { spec: { activeDeadlineSeconds: 200 } }),
  merges(POD, { spec: { activeDeadlineSeconds: null } }),
  get(`${POD}/log`),
  get(`${POD}/log?container=none`),
  get(`${POD}/log?container=c`),
  get(`${POD}/log?container=c&previous=true`),
  get(`${POD}/log?tailLines=-1`),
  get(`${POD}/log?tailLines=x`),
  get(`${POD}/log?sinceSeconds=0`),
  get(`${POD}/log?sinceSeconds=5&sinceTime=2026-01-01T00:00:00Z`),
  get(`${POD}/log?sinceTime=x`),
  get(`${POD}/log?limitBytes=0`),
  get(`${POD}/log?container=c&stream=Stdout`),
  get(`${PODS}/none/log?tailLines=-1`),
  { method: "HEAD", path: AGENT },
  { method: "HEAD", path: SETS },
  { method: "HEAD", path: "/version" },
  send("POST", "/api", {}),
  send("POST", "/apis/apps/v1", {}),
  send("POST", "/version", {}),
  send("POST", `${POD}/log`, {}),
];

/** An unscheduled pod, for requests about a pod. */
export const EDGE_POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "edge" },
  spec: {
    schedulerName: "nobody",
    activeDeadlineSeconds: 100,
    containers: [
      { name: "c", image: "c:1" },
      { name: "d", image: "d:1" },
    ],
  },
};
