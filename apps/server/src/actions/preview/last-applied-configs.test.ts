import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { afterEach, expect, test } from "vitest";
import { kubeDaemonSet } from "../../cluster.fixture.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { readLastAppliedConfigs } from "./last-applied-configs.ts";

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
  model.putDaemonSet(kubeDaemonSet("logs", { desired: 1 }));
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
  ["nor does one with an invalid annotation", "{", 200, { "kube-system/logs": {} }],
  ["without the right nothing is known", undefined, 403, {}],
])("%s", async (_name, applied, status, expected) => {
  expect((await read(applied, status, [apply("logs")])).found).toEqual(expected);
});
