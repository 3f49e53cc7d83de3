import { REFUSED_TEMPLATES } from "./refused-templates.ts";
import type { RawRequest } from "./two-clusters.ts";

const SETS = "/apis/apps/v1/namespaces/default/daemonsets";
const PODS = "/api/v1/namespaces/default/pods";
const JSON_TYPE = "application/json";

const get = (path: string, accept?: string): RawRequest => ({ method: "GET", path, ...(accept === undefined ? {} : { accept }) });
const send = (method: string, path: string, contentType: string, body: unknown): RawRequest => ({
  method,
  path,
  contentType,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const post = (path: string, body: unknown) => send("POST", path, JSON_TYPE, body);
const patch = (kind: string, body: unknown, query = "") => send("PATCH", `${SETS}/agent${query}`, `application/${kind}`, body);
const applies = (body: unknown, query = "?fieldManager=me") => patch("apply-patch+yaml", body, query);
const set = (metadata: object, spec?: object) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata,
  ...(spec === undefined ? {} : { spec }),
});

/**
 * Requests that the API refuses, or whose answers do not depend on the cluster's history; a DaemonSet `agent` exists.
 * Code and body are compared completely.
 */
export const REQUESTS: readonly RawRequest[] = [
  get("/apis/batch2/v1/unicorns"),
  get("/apis/apps/v1/unicorns"),
  get(`${SETS}/agent/scale`),
  get(`${SETS}/none`),
  get("/api/v1/nodes/none"),
  get(`${PODS}/none/log`),
  get(`${SETS}?fieldSelector=colour%3Dred`),
  get(`${PODS}?fieldSelector=colour%3Dred`),
  get(`${SETS}?fieldSelector=colour`),
  get(`${SETS}?labelSelector=a%20~`),
  get(`${SETS}?labelSelector=a%20in%20b`),
  get(`${SETS}?labelSelector=a%3Db%20c`),
  get(`${SETS}?resourceVersion=x`),
  get(`${SETS}?continue=x`),
  get(`${SETS}?continue=e30`),
  get(`${SETS}?limit=x`),
  get(`${SETS}?resourceVersionMatch=Exact`),
  get(`${SETS}?resourceVersion=0&resourceVersionMatch=Exact`),
  get(`${SETS}?resourceVersion=1&resourceVersionMatch=Foo`),
  get(`${SETS}?sendInitialEvents=true`),
  get(`${SETS}?watch=1&sendInitialEvents=true`),
  get(`${SETS}?watch=1&resourceVersionMatch=NotOlderThan`),
  get(`${SETS}?watch=1&resourceVersion=x`),
  send("PUT", PODS, JSON_TYPE, {}),
  send("DELETE", "/api/v1/namespaces", JSON_TYPE, {}),
  post(`${SETS}/agent`, {}),
  send("POST", SETS, "text/plain", "{}"),
  post(SETS, "{"),
  post(SETS, {}),
  post(SETS, { apiVersion: "v1", kind: "Pod" }),
  post(SETS, { apiVersion: "v1", kind: "Unicorn" }),
  post(SETS, set({ name: "x", namespace: "other" })),
  post(SETS, set({ name: "x" }, { minReadySeconds: "a" })),
  post(
    SETS,
    set(
      { name: "agent" },
      {
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "a" }] } },
      },
    ),
  ),
  post(`${SETS}?dryRun=x&fieldValidation=y`, set({ name: "x" })),
  post(
    SETS,
    set(
      { name: "x" },
      {
        selector: { matchLabels: { a: "b" } },
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "x", maxSurge: -1 } },
        template: {
          metadata: { labels: { a: "c" } },
          spec: {
            restartPolicy: "Never",
            nodeSelector: { a: "x y" },
            tolerations: [{ operator: "Foo" }, { key: "a", operator: "Exists", value: "x" }, { key: "a", tolerationSeconds: 3 }],
            containers: [{ name: "a b" }],
          },
        },
      },
    ),
  ),
  post("/api/v1/nodes", { metadata: { name: "a", labels: { "a b": "x y" } }, spec: { taints: [{ key: "a b", effect: "x" }] } }),
  post("/api/v1/namespaces/none/pods", { metadata: { name: "a" }, spec: { containers: [{ name: "a", image: "b" }] } }),
  post(PODS, { metadata: { name: "A_b" }, spec: { containers: [{ name: "A", image: "b" }] } }),
  post(`${PODS}/none/binding`, { apiVersion: "v1", kind: "Binding", metadata: { name: "none" }, target: { name: "n" } }),
  post(`${PODS}/none/binding`, { apiVersion: "v1", kind: "Binding", target: { name: "n" } }),
  post(`${PODS}/none/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "none" } }),
  post(`${PODS}/none/eviction`, { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "other" } }),
  send("PUT", `${SETS}/agent`, JSON_TYPE, set({ name: "other" })),
  send("PUT", `${SETS}/none`, JSON_TYPE, set({ name: "none" })),
  send("DELETE", `${SETS}/none`, JSON_TYPE, {}),
  { method: "DELETE", path: `${SETS}/agent?propagationPolicy=Foo` },
  send("DELETE", `${SETS}/agent`, JSON_TYPE, { preconditions: { resourceVersion: "1" } }),
  patch("json-patch+json", [{ op: "test", path: "/kind", value: "x" }]),
  patch("json-patch+json", { op: "test" }),
  patch("merge-patch+json", []),
  patch("merge-patch+json", "{"),
  patch("merge-patch+json", {}, "?force=true"),
  patch("merge-patch+json", { metadata: { resourceVersion: "1" } }),
  patch("merge-patch+json", { spec: { selector: { matchLabels: { a: "x" } } } }),
  patch("strategic-merge-patch+json", []),
  patch("strategic-merge-patch+json", { spec: { minReadySeconds: "a" } }),
  patch("strategic-merge-patch+json", { spec: { template: { spec: { containers: [{ image: "a" }] } } } }),
  patch("strategic-merge-patch+json", { spec: { template: { $patch: "foo" } } }),
  patch("strategic-merge-patch+json", { spec: { colour: "a" } }, "?fieldValidation=Strict"),
  send("PATCH", `${SETS}/agent`, "text/plain", "{}"),
  applies({}, ""),
  applies({}),
  applies(set({ name: "agent" }, { colour: "red" })),
  applies(set({ name: "other" })),
  applies({ apiVersion: "v1", kind: "Pod", metadata: { name: "agent" } }),
  applies(set({ name: "agent", managedFields: [] } as object)),
  applies(set({ name: "agent" }, { template: { spec: { containers: [{ name: "agent", image: "mine" }] } } })),
  ...REFUSED_TEMPLATES,
];
