import { cellAtPair } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { expect, test } from "@playwright/test";
import { startDaemonscope } from "../daemonscope.ts";
import { type Observer, observe } from "../observer.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { agent, PROBE, rolling } from "./manifests.ts";

const NODES = 6;
const WORKERS = 3;

/** Returns the drawn state by names, because two servers may use another order. */
function picture(observer: Observer) {
  const state = observer.state();
  const daemonSets = sortedNames(state.columns);
  return {
    cells: sortedNames(state.rows).map((node) => daemonSets.map((key) => `${node} ${key} ${cellAtPair(state, node, key)}`)),
    records: daemonSets.map((key) => {
      const { rollout, disagreements, reported, derived } = observer.record(key) ?? {};
      return { key, message: rollout?.message, disagreements, reported, derived };
    }),
  };
}

const inNamespace = (namespace: string, plan: Parameters<typeof agent>[0]): string => {
  const manifest = JSON.parse(agent(plan)) as { readonly metadata: object };
  return JSON.stringify({ ...manifest, metadata: { ...manifest.metadata, namespace } });
};

/**
 * Starts one server that watches pods once and one with pod workers, on the same real API server. Calls `act` with
 * both.
 */
async function withBoth(gates: string | undefined, act: (both: Both) => Promise<void>): Promise<void> {
  const cluster = await startControlPlane({ nodes: NODES, ...(gates === undefined ? {} : { gates }) });
  const ends: (() => unknown)[] = [() => cluster.stop()];
  try {
    for (const namespace of ["red", "blue"]) await cluster.mustKubectl(["create", "namespace", namespace]);
    const apply = (namespace: string, plan: Parameters<typeof agent>[0]) =>
      cluster.mustKubectl(["apply", "-f", "-"], inNamespace(namespace, { strategy: rolling("50%"), ...plan }));
    await apply("default", { name: "logs" });
    await apply("red", { name: "metrics" });
    await apply("blue", { name: "trap", image: "registry.example/agent:crash", readinessProbe: PROBE });
    const servers = await Promise.all(
      [[], ["--pod-workers", String(WORKERS)]].map((more) =>
        startDaemonscope(["--kubeconfig", cluster.kubeconfig, "--log-level", "warn", ...more]),
      ),
    );
    ends.push(() => Promise.all(servers.map((server) => server.stop())));
    const observers = await Promise.all(servers.map(({ url }) => observe(url)));
    ends.push(() => {
      for (const observer of observers) observer.close();
    });
    const [one, withWorkers] = observers;
    if (one === undefined || withWorkers === undefined) throw new Error("there are two servers");
    await act({
      cluster,
      apply,
      output: () => servers[1]?.output() ?? "",
      async agree(wanted) {
        await expect(async () => {
          for (const [key, ready] of Object.entries(wanted))
            expect({ key, ready: one.record(key)?.reported.numberReady }).toEqual({ key, ready });
          expect(sortedNames(one.state().columns)).toEqual(Object.keys(wanted).sort());
          expect(picture(withWorkers)).toEqual(picture(one));
          for (const observer of observers) expect(observer.state().sources.pods.state).toBe("live");
          // No number that is derived from pods differs from the controller's.
          for (const key of Object.keys(wanted)) expect(withWorkers.record(key)?.disagreements).toEqual([]);
        }).toPass({ timeout: 60_000 });
      },
    });
    expect(withWorkers.resyncs()).toBe(0);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Both {
  readonly cluster: ControlPlane;
  apply(namespace: string, plan: Parameters<typeof agent>[0]): Promise<string>;
  /** Waits until both servers agree, and these DaemonSets have the given numbers of ready pods. */
  agree(ready: Readonly<Record<string, number>>): Promise<void>;
  /** Output of the server with workers. */
  output(): string;
}

async function playAndCompare({ cluster, apply, agree }: Both): Promise<void> {
  await agree({ "default/logs": NODES, "red/metrics": NODES, "blue/trap": 0 });
  // A rollout, a new namespace and a deleted DaemonSet.
  await apply("default", { name: "logs", image: "agent:2" });
  await cluster.mustKubectl(["create", "namespace", "green"]);
  await apply("green", { name: "late" });
  await cluster.mustKubectl(["delete", "daemonset", "-n", "blue", "trap"]);
  await agree({ "default/logs": NODES, "red/metrics": NODES, "green/late": NODES });
  // The API server is killed, and then pods are deleted.
  cluster.killApiServer();
  await expect(async () => {
    await cluster.mustKubectl(["delete", "pod", "-n", "red", "--all", "--wait=false"]);
  }).toPass({ timeout: 60_000 });
  await agree({ "default/logs": NODES, "red/metrics": NODES, "green/late": NODES });
}

test("--pod-workers by namespace on a real API server without shards shows the same as one watch", async () => {
  await withBoth(undefined, async (both) => {
    await playAndCompare(both);
    expect(both.output()).toContain("The API server gives no shards of pods: pods are watched by namespace, in 3 of 3 workers");
  });
});

test("--pod-workers by shards of a real API server: each worker has its own shard, and shows the same as one watch", async () => {
  await withBoth("ShardedListAndWatch=true", async (both) => {
    await playAndCompare(both);
    expect(both.output()).not.toContain("shards");
    const metrics = await both.cluster.mustKubectl(["get", "--raw", "/metrics"]);
    expect(/^apiserver_watch_shards_total\{group="",resource="pods"\} (\d+)$/m.exec(metrics)?.[1]).toBe(String(WORKERS));
  });
});
