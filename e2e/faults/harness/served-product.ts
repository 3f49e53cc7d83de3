import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { nodesOf } from "@daemonscope/shared/state/cluster-state";
import { createRandom, type Random } from "@daemonscope/simulated-apiserver/time/random";
import { writeKubeconfig } from "../../cluster/write-kubeconfig.ts";
import { type Daemonscope, startDaemonscope } from "../../daemonscope.ts";
import { observe } from "../../observer.ts";
import { SEED } from "./case.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { inTime, pause } from "./in-time.ts";
import { type LoadClients, startLoadClients } from "./load-clients.ts";
import { type ServedCluster, startServedCluster, WRITE_LABEL } from "./served-cluster.ts";

const MAIN = resolve(import.meta.dirname, "../../../apps/server/dist/main.js");
const MEASURE = new URL("measure.mjs", import.meta.url).href;

const AGREE_LIMIT_MS = 20_000;

/** What measure.mjs prints of a process. */
interface Measured {
  /** Without compiled code. */
  readonly heapMb: number;
  readonly handles: number;
  readonly listeners: number;
  readonly descriptors: number;
}

/** The product on a served cluster, with many readers. */
interface ServedProduct {
  readonly cluster: ServedCluster;
  readonly toApi: FaultProxy;
  readonly product: Daemonscope;
  readonly clients: LoadClients;
  readonly random: Random;
  /** Returns the sum of a metric of the server over its labels. */
  metric(name: string): Promise<number>;
  /** Returns heap and handles of the server after a garbage collection. */
  measured(): Promise<Measured>;
  /** Writes each node once, with this number of kilobytes. */
  writeAll(kilobytes?: number): void;
  /** Waits until a new reader gets the nodes of the cluster. */
  agrees(what: string): Promise<void>;
}

interface ServedProductOptions {
  readonly nodes: number;
  readonly clients: number;
  readonly stalled?: number;
  /** Limit of file descriptors of the server. */
  readonly descriptors?: number;
  /** The number of label values and of names of revisions, which then repeat. */
  readonly distinct?: number;
  /** More flags of the server. */
  readonly flags?: readonly string[];
}

async function isCurrent(product: Daemonscope, cluster: ServedCluster): Promise<boolean> {
  const observer = await observe(product.url);
  const shown = new Map(nodesOf(observer.state()).map(({ name, labels }) => [name, labels[WRITE_LABEL]]));
  observer.close();
  const wanted = cluster.store.list("nodes");
  return shown.size === wanted.length && wanted.every(({ metadata }) => shown.get(metadata.name) === metadata.labels?.[WRITE_LABEL]);
}

/** Starts a product on a cluster with readers, runs a check, and stops everything. */
export async function onServedProduct(options: ServedProductOptions, check: (started: ServedProduct) => Promise<void>): Promise<void> {
  const closers: (() => Promise<void> | void)[] = [];
  try {
    const random = createRandom(SEED);
    const cluster = await startServedCluster(random, options.nodes, options.distinct);
    closers.push(() => cluster.stop());
    const toApi = await startFaultProxy(cluster.port);
    closers.push(() => toApi.stop());
    const folder = mkdtempSync(join(tmpdir(), "daemonscope-faults-"));
    closers.push(() => rmSync(folder, { recursive: true, force: true }));
    const kubeconfig = join(folder, "kubeconfig");
    writeKubeconfig(kubeconfig, toApi.url);
    const limited = join(folder, "limited.sh");
    writeFileSync(limited, `ulimit -n ${options.descriptors ?? 0}\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    const product = await startDaemonscope(
      ["--kubeconfig", kubeconfig, ...(options.flags ?? [])],
      { NODE_OPTIONS: `--import=${MEASURE}` },
      options.descriptors === undefined ? [process.execPath, MAIN] : ["/bin/sh", limited],
    );
    closers.push(() => product.kill());
    const clients = startLoadClients(product.url, options.clients, options.stalled);
    closers.push(() => clients.stop());
    let measurements = 0;
    await check({
      cluster,
      toApi,
      product,
      clients,
      random,
      async metric(name) {
        const text = await (await fetch(`${product.url}/metrics`)).text();
        const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))].map(([, value]) => Number(value));
        return values.reduce((sum, value) => sum + value, 0);
      },
      async measured() {
        product.signal("SIGUSR2");
        measurements++;
        for (let attempt = 0; attempt < 200; attempt++) {
          const lines = [...product.output().matchAll(/^measured (\{.*\})$/gm)];
          if (lines.length >= measurements) return JSON.parse(lines.at(-1)?.[1] ?? "");
          await pause(50);
        }
        throw new Error("the server printed no measurement in 10 s");
      },
      writeAll(kilobytes) {
        for (const { metadata } of cluster.store.list("nodes")) cluster.touch(metadata.name, kilobytes);
      },
      agrees: async (what) => void (await inTime(what, AGREE_LIMIT_MS, () => isCurrent(product, cluster))),
    });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
