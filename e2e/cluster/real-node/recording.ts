import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { english } from "@daemonscope/words/english";
import { causeText } from "@daemonscope/words/facts/cause-text";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { type Daemonscope, startDaemonscope } from "../../daemonscope.ts";
import { type Observer, observe } from "../../observer.ts";
import { CASE_NAMES, type CaseName, daemonSetOf } from "../../real-node/cases.ts";
import { type ControlPlane, startControlPlane } from "../control-plane.ts";
import { type RealNode, startRealNode } from "./real-node.ts";
import { isPodEntry, type PodEntry, type TraceEntry, Tracer } from "./trace.ts";

export const NAMESPACE = "real";
/** The recording ends at this time even if a case lacks a step. The test of that case then fails. */
const LIMIT_MS = 420_000;
/** Exceeds the time between a change of a pod and the product's statement about it. */
const PRODUCT_LAG_MS = 2000;
/** With REAL_TRACES=FOLDER the traces are written there. The recording lasts at least REAL_SECONDS. */
const TRACES_FOLDER = process.env.REAL_TRACES;
const LEAST_MS = Number(process.env.REAL_SECONDS ?? "0") * 1000;

/** The product's statement about a DaemonSet, from this time to the next sample. */
export interface Sample {
  readonly atMs: number;
  readonly available: number;
  readonly verdict: string;
  /** The kind of the concern; empty if there is none. */
  readonly concern: string;
  readonly message: string;
  /** The causes on its nodes, in words. */
  readonly causes: string;
}

export interface Stage {
  readonly cluster: ControlPlane;
  readonly node: RealNode;
  readonly product: Daemonscope;
  readonly observer: Observer;
  stop(): Promise<void>;
}

export interface Recording extends Stage {
  trace(name: CaseName): readonly TraceEntry[];
  pods(name: CaseName): readonly PodEntry[];
  /** Type, reason and message of each event, in order of arrival. */
  events(name: CaseName): readonly string[];
  samples(name: CaseName): readonly Sample[];
  /** Returns the samples from the time at which an entry of the case matched; fails if none did. */
  samplesSince(name: CaseName, isStart: (entry: PodEntry) => boolean): readonly Sample[];
}

function sampleOf(record: DaemonSetRecord): Sample {
  const { concern } = record;
  return {
    atMs: Date.now(),
    available: record.reported.numberAvailable,
    verdict: verdictKindOf(record),
    concern: concern?.kind ?? "",
    message: concern ? concernText(english, concern.detail) : "",
    causes: record.causes.map(({ cause }) => causeText(english, cause)).join(", "),
  };
}

/** Starts a real node next to fake ones, and the product. */
export async function startStage(fakeNodes: number): Promise<Stage> {
  const cluster = await startControlPlane({ nodes: fakeNodes });
  const stops: (() => Promise<void>)[] = [() => cluster.stop()];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const node = await startRealNode(cluster);
    stops.push(() => node.stop());
    const product = await startDaemonscope(["--kubeconfig", cluster.kubeconfig]);
    stops.push(() => product.stop());
    const observer = await observe(product.url);
    stops.push(async () => observer.close());
    return { cluster, node, product, observer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Keeps each change of the product's statements about the cases. Call `take` after each frame. */
class Sampler {
  readonly #observer: Observer;
  readonly #samples = new Map<CaseName, Sample[]>(CASE_NAMES.map((name) => [name, []]));
  constructor(observer: Observer) {
    this.#observer = observer;
  }

  take(): void {
    for (const [name, list] of this.#samples) {
      const found = this.#observer.record(`${NAMESPACE}/${name}`);
      if (found === undefined) continue;
      const sample = sampleOf(found);
      const last = list.at(-1);
      if (last === undefined || JSON.stringify({ ...last, atMs: sample.atMs }) !== JSON.stringify(sample)) list.push(sample);
    }
  }

  of(name: CaseName): readonly Sample[] {
    return this.#samples.get(name) ?? [];
  }
}

/** Applies all cases, and records until `isOver` holds. */
export async function record(isOver: (recording: Recording) => boolean): Promise<Recording> {
  const stage = await startStage(3);
  const { cluster, observer } = stage;
  const tracer = new Tracer(cluster.kubeconfig, NAMESPACE);
  const sampler = new Sampler(observer);
  const pods = (name: CaseName) => tracer.trace(name).filter(isPodEntry);
  const recording: Recording = {
    ...stage,
    trace: (name) => tracer.trace(name),
    pods,
    events: (name) => tracer.trace(name).flatMap((entry) => (isPodEntry(entry) ? [] : [entry.event])),
    samples: (name) => sampler.of(name),
    samplesSince(name, isStart) {
      const start = pods(name).find(isStart);
      if (start === undefined) throw new Error(`the pods of ${name} did not come so far: ${JSON.stringify(pods(name).slice(-3))}`);
      const fromMs = tracer.startMs(name) + start.at * 1000 + PRODUCT_LAG_MS;
      const first = sampler.of(name).findLastIndex(({ atMs }) => atMs <= fromMs);
      return sampler.of(name).slice(Math.max(0, first));
    },
    async stop() {
      tracer.stop();
      await stage.stop();
    },
  };
  const apply = (names: readonly CaseName[]) => {
    const items = names.map((name) => daemonSetOf(name, NAMESPACE));
    return cluster.mustKubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  };
  try {
    await cluster.mustKubectl(["create", "namespace", NAMESPACE]);
    await cluster.mustKubectl(["wait", "--for=create", "serviceaccount/default", "-n", NAMESPACE]);
    // Only one of two pods gets the host port, so that this one comes first.
    await apply(["hostport"]);
    const holdsPort = () => observer.record(`${NAMESPACE}/hostport`)?.reported.numberAvailable === 1;
    await observer.until("a pod holds the host port", holdsPort, 120_000);
    await apply(CASE_NAMES.filter((name) => name !== "hostport"));
    const fromMs = Date.now();
    const isEnd = () => {
      sampler.take();
      const elapsedMs = Date.now() - fromMs;
      const isComplete = isOver(recording);
      return (elapsedMs >= LEAST_MS && isComplete) || elapsedMs >= Math.max(LIMIT_MS, LEAST_MS);
    };
    await observer.until("all cases have shown their states", isEnd, 2 * LIMIT_MS + LEAST_MS);
    if (TRACES_FOLDER !== undefined) writeTraces(TRACES_FOLDER, recording);
    return recording;
  } catch (error) {
    await recording.stop();
    throw error;
  }
}

function writeTraces(folder: string, recording: Recording): void {
  mkdirSync(folder, { recursive: true });
  const text = (list: readonly unknown[]) => `[\n${list.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
  for (const name of CASE_NAMES) {
    writeFileSync(join(folder, `${name}.json`), text(recording.trace(name)));
    writeFileSync(join(folder, `${name}.samples.json`), text(recording.samples(name)));
  }
}
