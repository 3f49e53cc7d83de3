import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../cluster/control-plane.ts";
import { agent } from "../cluster/manifests.ts";
import { type Daemonscope, startDaemonscope } from "../daemonscope.ts";
import { type Observer, observe } from "../observer.ts";
import { type Simulator, startSimulator } from "../simulator.ts";
import { type CollectorProcess, startCollector } from "./collector-process.ts";
import { type NatsServers, startNatsServers } from "./nats-servers.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

const KEY = "default/agent";
export const HOUR_MS = 3_600_000;

/** A viewer, and an observer of its stream of eu1. */
export interface Viewed {
  readonly viewer: Daemonscope;
  readonly observer: Observer;
}

/** Proxies to all engines that a test can cut for their clients. */
export interface EngineWay {
  readonly url: string;
  readonly each: readonly TcpProxy[];
}

interface CollectPlan {
  readonly way?: EngineWay;
  /** A kubeconfig with another address of the API server. */
  readonly kubeconfig?: string;
  readonly clockAheadMs?: number;
}

/**
 * Three engines, two real control planes and a simulated cluster with their logs. `view` starts a viewer of all three.
 * Tests change only the first cluster, eu1.
 */
export interface EngineStage {
  readonly servers: NatsServers;
  readonly eu1: ControlPlane;
  way(): Promise<EngineWay>;
  /** A kubeconfig of eu1 that leads through the proxy. */
  throughProxy(proxy: TcpProxy): string;
  apiPort(): number;
  collect(plan?: CollectPlan): CollectorProcess;
  view(way?: EngineWay, more?: readonly string[]): Promise<Viewed>;
  /** Sets another image, and returns the new generation. */
  roll(): Promise<number>;
  /** Expects all viewers to show this generation as rolled out, with equal states and no repeated frame. */
  rolledOut(generation: number, all: readonly Viewed[]): Promise<void>;
  alike(all: readonly Viewed[]): Promise<void>;
  stop(): Promise<void>;
}

/** Waits until both observers are at the same position of a log that may still grow. */
export async function expectSamePlace(a: Observer, b: Observer): Promise<void> {
  const places = () => [a, b].map((observer) => `${observer.state().epoch}.${observer.state().seq}`);
  await expect.poll(() => new Set(places()).size, { timeout: 15_000, message: "both are at the same place of the same log" }).toBe(1);
}

export async function startEngineStage(): Promise<EngineStage> {
  const [eu1, us1, servers, simulated] = await Promise.all([
    startControlPlane({ nodes: 4 }),
    startControlPlane({ nodes: 3 }),
    startNatsServers(3, "ping_interval: 2s, ping_max: 3"),
    startSimulator("image-update"),
  ]);
  const ends: (() => Promise<void>)[] = [];
  const all: { readonly output: () => string }[] = [];
  const startWriter = (cluster: string, kubeconfig: string, url: string, environment: Readonly<Record<string, string>> = {}) => {
    const args = ["--to", url, "--cluster", cluster, "--engine-replicas", "3", "--kubeconfig", kubeconfig];
    const collector = startCollector(args, environment);
    ends.push(() => collector.stop());
    all.push(collector);
    return collector;
  };
  const serverOf = (text: string) => /server: (https:\/\/127\.0\.0\.1:(\d+))/.exec(text);
  let generation = 1;
  const stage: EngineStage = {
    servers,
    eu1,
    async way() {
      const each = await Promise.all(servers.ports.map((port) => startTcpProxy(port)));
      ends.push(async () => void (await Promise.all(each.map((proxy) => proxy.stop()))));
      return { url: each.map(({ port }) => `nats://127.0.0.1:${port}`).join(","), each };
    },
    apiPort: () => Number(serverOf(readFileSync(eu1.kubeconfig, "utf8"))?.[2]),
    throughProxy({ port }) {
      const file = join(eu1.dir, `through-${port}`);
      const text = readFileSync(eu1.kubeconfig, "utf8");
      writeFileSync(file, text.replace(serverOf(text)?.[1] ?? "", `https://127.0.0.1:${port}`), { mode: 0o600 });
      return file;
    },
    collect: ({ way, kubeconfig = eu1.kubeconfig, clockAheadMs } = {}) =>
      startWriter(
        "eu1",
        kubeconfig,
        way?.url ?? servers.url,
        clockAheadMs === undefined
          ? {}
          : {
              NODE_OPTIONS: `--import=${new URL("../cluster/clock-ahead.mjs", import.meta.url)}`,
              CLOCK_AHEAD_MS: String(clockAheadMs),
            },
      ),
    async view(way, more = []) {
      const viewer = await startDaemonscope(["--from", way?.url ?? servers.url, ...more]);
      ends.push(() => viewer.stop());
      all.push(viewer);
      const ready = async () => (await (await fetch(`${viewer.url}/readyz`)).text()).trim();
      await expect.poll(ready, { timeout: 20_000 }).toBe("ok");
      const observer = await observe(`${viewer.url}/clusters/eu1`);
      ends.push(() => Promise.resolve(observer.close()));
      await observer.until("the log is read", () => observer.record(KEY) !== undefined);
      return { viewer, observer };
    },
    async roll() {
      generation++;
      await eu1.mustKubectl(["set", "image", "ds/agent", `agent=example.com/agent:${generation}`]);
      return generation;
    },
    async rolledOut(wanted, viewed) {
      for (const { observer } of viewed)
        await observer.until(
          `generation ${wanted} is rolled out`,
          () => {
            const record = observer.record(KEY);
            return record?.generation === wanted && record.rollout.kind === "complete";
          },
          60_000,
        );
      await stage.alike(viewed);
      for (const { observer } of viewed) expect(observer.record(KEY)?.disagreements, "derived equals reported").toEqual([]);
    },
    async alike(viewed) {
      const [first, ...others] = viewed.map(({ observer }) => observer);
      if (first === undefined) return;
      for (const other of others) {
        await expectSamePlace(first, other);
        for (const [seq, hash] of first.hashes) if (other.hashes.has(seq)) expect(other.hashes.get(seq), `the hash at ${seq}`).toBe(hash);
      }
      for (const { observer } of viewed) expect(observer.doubled(), "frames that came twice").toBe(0);
    },
    async stop() {
      if (process.env.DEBUG_ENGINE) for (const each of all) console.log("──\n", each.output());
      for (const end of ends.reverse()) await end();
      await Promise.all([servers.stop(), eu1.stop(), us1.stop(), simulated.stop()]);
    },
  };
  await eu1.mustKubectl(["apply", "-f", "-"], agent({ name: "agent" }));
  await us1.mustKubectl(["apply", "-f", "-"], agent({ name: "agent" }));
  await eu1.mustKubectl(["rollout", "status", "ds/agent", "--timeout=60s"]);
  for (const [cluster, kubeconfig] of [
    ["us1", us1.kubeconfig],
    ["sim", (simulated satisfies Simulator).kubeconfig],
  ] as const)
    await startWriter(cluster, kubeconfig, servers.url).waitForOutput(`${cluster}: writing`, 1, 30_000);
  return stage;
}
