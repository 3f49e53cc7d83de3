import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { putDaemonSet } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { afterEach, describe, expect, test } from "vitest";
import { kubeDaemonSet } from "../../cluster.fixture.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { appliedSpecOf, readLastAppliedConfigs } from "./last-applied-configs.ts";

const started: RawApiServer[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const apply = (name: string, kind = "DaemonSet", namespace = "kube-system"): Step => ({
  kind: "apply",
  manifest: { apiVersion: "apps/v1", kind, metadata: { name, namespace } },
});

/** Reads the last applied `spec` of kube-system/logs from an API server with this annotation and status. */
async function read(applied: string | undefined, status: number, steps: readonly Step[]) {
  const asked: string[] = [];
  const api = await startRawApiServer(({ path, query }, response) => {
    asked.push(`${path} ${query.get("fieldSelector")}`);
    const annotations = applied === undefined ? {} : { "kubectl.kubernetes.io/last-applied-configuration": applied };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? { metadata: {}, items: [{ metadata: { annotations } }] } : { kind: "Status" }));
  });
  started.push(api);
  const model = new ClusterModel({ nowMs: 0 });
  model.apply(putDaemonSet(kubeDaemonSet("logs", { desired: 1 })));
  model.takeChanges();
  const reads = new OnDemandReads({ transport: plainHttpTransport(api.url), namespace: undefined });
  return { asked, found: Object.fromEntries(await readLastAppliedConfigs(reads, model.reading, steps)) };
}

const SPEC = { template: { spec: { nodeSelector: { a: "b" } } } };

test("reads the last-applied configuration only of DaemonSets that a manifest changes", async () => {
  const steps: readonly Step[] = [apply("logs"), apply("new"), apply("logs", "Deployment"), apply("logs", "DaemonSet", "other")];
  expect(await read(JSON.stringify({ spec: SPEC }), 200, steps)).toEqual({
    asked: ["/apis/apps/v1/namespaces/kube-system/daemonsets metadata.name=logs"],
    found: { "kube-system/logs": SPEC },
  });
  expect((await read(undefined, 200, [{ kind: "cordon", nodes: { kind: "all" } }])).asked).toEqual([]);
});

test.each<readonly [string, string | undefined, number, object]>([
  ["a DaemonSet without a last-applied configuration loses nothing", undefined, 200, { "kube-system/logs": {} }],
  ["a DaemonSet with an invalid annotation loses nothing", "{", 200, { "kube-system/logs": {} }],
  ["without the right nothing is known", undefined, 403, {}],
])("%s", async (_name, applied, status, expected) => {
  expect((await read(applied, status, [apply("logs")])).found).toEqual(expected);
});

describe("appliedSpecOf", () => {
  const entry = (manager: string, operation: string, spec: object, subresource?: string) => ({
    manager,
    operation,
    fieldsV1: { "f:spec": spec },
    ...(subresource === undefined ? {} : { subresource }),
  });
  const inPod = (spec: object) => ({ "f:template": { "f:spec": spec } });
  const AGENT = 'k:{"name":"agent"}';
  const stored = {
    minReadySeconds: 5,
    template: {
      spec: {
        nodeSelector: { pool: "a", disk: "ssd" },
        tolerations: [{ operator: "Exists" }],
        containers: [{ name: "agent", image: "agent:1", env: [{ name: "A", value: "1" }], resources: { requests: { cpu: "100m" } } }],
      },
    },
  };
  const owned = (managedFields: readonly object[], now: object) =>
    appliedSpecOf({ metadata: { managedFields }, spec: stored } as never, "daemonscope", now as never);

  const OURS = entry("daemonscope", "Apply", {
    "f:minReadySeconds": {},
    ...inPod({
      "f:nodeSelector": { "f:disk": {} },
      "f:tolerations": {},
      "f:containers": {
        [AGENT]: { ".": {}, "f:name": {}, "f:image": {}, "f:env": { 'k:{"name":"A"}': { ".": {}, "f:name": {}, "f:value": {} } } },
      },
    }),
  });

  test("removes a field that only this server applied and the manifest omits", () => {
    expect(owned([OURS], { template: { spec: { containers: [{ name: "agent" }] } } })).toEqual({
      minReadySeconds: 5,
      template: {
        spec: {
          nodeSelector: { disk: "ssd" },
          tolerations: [{ operator: "Exists" }],
          containers: [{ name: "agent", image: "agent:1", env: [{ name: "A", value: "1" }] }],
        },
      },
    });
  });

  test("keeps fields that another manager owns too, and does not own theirs", () => {
    const theirs = entry("kubectl", "Update", {
      "f:minReadySeconds": {},
      ...inPod({
        "f:nodeSelector": { "f:pool": {} },
        "f:containers": { [AGENT]: { "f:image": {}, "f:resources": { "f:requests": { "f:cpu": {} } } } },
      }),
    });
    // Another manager has a part of the omitted selector. That part stays, so this manager owns none of the selector.
    expect(owned([OURS, theirs], { template: { spec: { containers: [{ name: "agent" }] } } })).toEqual({
      template: { spec: { tolerations: [{ operator: "Exists" }], containers: [{ name: "agent", env: [{ name: "A", value: "1" }] }] } },
    });
    expect(owned([OURS, theirs], { template: { spec: { nodeSelector: { pool: "a" }, containers: [{ name: "agent" }] } } })).toMatchObject({
      template: { spec: { nodeSelector: { disk: "ssd" } } },
    });
  });

  test("ignores an update under its own name and status entries", () => {
    expect(owned([entry("daemonscope", "Update", { "f:minReadySeconds": {} })], {})).toEqual({});
    expect(owned([entry("daemonscope", "Apply", { "f:minReadySeconds": {} }, "status")], {})).toEqual({});
  });
});
