import type { KubeControllerRevision, KubeDaemonSet, KubeEvent, KubeNode, KubePod } from "@daemonscope/kube/objects";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";
import { decodeControllerRevision, decodeDaemonSet, decodeEvent, decodeNode, decodePod } from "./decode/decode-object.ts";
import type { Decoded } from "./decode/decoded.ts";
import { isJson, type Json } from "./decode/fields.ts";
import { KubeRequestError } from "./kube-request-error.ts";
import { type Pace, pause } from "./pace.ts";
import { Reflector, type ReflectorCounts } from "./reflector.ts";
import { WATCHED } from "./resources.ts";
import type { Transport } from "./transport.ts";

/** What takes the objects in: the model, and a shelf for events. */
export interface ClusterConsumer {
  putNode(node: KubeNode): void;
  dropNode(name: string): void;
  putDaemonSet(daemonSet: KubeDaemonSet): void;
  dropDaemonSet(uid: string): void;
  putRevision(revision: KubeControllerRevision): void;
  dropRevision(uid: string): void;
  putPod(pod: KubePod): void;
  dropPod(uid: string): void;
  putEvent(event: KubeEvent): void;
  dropEvent(uid: string): void;
}

export interface ClusterWatchOptions {
  readonly transport: Transport;
  readonly consumer: ClusterConsumer;
  readonly pace: Pace;
  readonly nowMs: () => number;
  readonly random: () => number;
  /** Something changed in the consumer. */
  readonly onChange: () => void;
  readonly onStatus: (source: SourceName, status: SourceStatus) => void;
  readonly onGap: (source: SourceName, fromMs: number) => void;
  readonly onProblem: (text: string) => void;
  readonly onVersion: (gitVersion: string) => void;
}

export interface ClusterWatch {
  statuses(): SourceStatuses;
  /** Resolves when nodes, pods, daemonsets and controllerrevisions are listed or forbidden. */
  readonly synced: Promise<void>;
  counts(): Readonly<Record<SourceName, ReflectorCounts>>;
  /** Ends the waits between tries. */
  retryNow(): void;
  close(): Promise<void>;
}

const STREAMING_SINCE_MINOR = 32;
const LISTS_AT_ONCE = 2;

/** A turnstile: at most so many at once, in order. */
function turnstile(limit: number): <R>(work: () => Promise<R>) => Promise<R> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

async function serverVersion(
  transport: Transport,
  signal: AbortSignal,
): Promise<{ readonly gitVersion: string; readonly minor: number } | undefined> {
  try {
    const response = await transport.get("/version", {}, { signal, headersTimeoutMs: 5000 });
    let text = "";
    for await (const part of response.body) text += String(part);
    const version: unknown = JSON.parse(text);
    if (!isJson(version) || typeof version.gitVersion !== "string") return undefined;
    return { gitVersion: version.gitVersion.slice(0, 64), minor: Number.parseInt(String(version.minor), 10) };
  } catch (error) {
    if (error instanceof KubeRequestError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Watches the five kinds of one cluster until it is closed: one reflector each, one probe for all. */
export function startClusterWatch(options: ClusterWatchOptions): ClusterWatch {
  const { transport, consumer, pace, nowMs, random, onChange } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const listTurn = turnstile(LISTS_AT_ONCE);
  const awaited = new Set<SourceName>(["nodes", "pods", "daemonsets", "controllerrevisions"]);
  let finish: () => void = () => undefined;
  const synced = new Promise<void>((done) => {
    finish = done;
  });
  const settled = (source: SourceName) => {
    awaited.delete(source);
    if (awaited.size === 0) finish();
  };

  function reflector<
    T extends {
      readonly metadata: { readonly uid: string; readonly name: string; readonly namespace?: string; readonly resourceVersion: string };
    },
  >(
    source: SourceName,
    decode: (value: Json) => Decoded<T>,
    put: (object: T) => void,
    drop: (uid: string, name: string) => void,
    streaming: boolean,
  ) {
    return new Reflector<T>({
      resource: WATCHED[source],
      transport,
      decode,
      pace,
      nowMs,
      random,
      streaming,
      // Events may be many and old: they do not stand before what is drawn.
      listTurn,
      sink: {
        put(object) {
          put(object);
          onChange();
        },
        drop(uid, name) {
          drop(uid, name);
          onChange();
        },
        status(status) {
          if (status.state === "forbidden") settled(source);
          options.onStatus(source, status);
        },
        problem: options.onProblem,
        synced: () => settled(source),
        gap: (fromMs) => options.onGap(source, fromMs),
      },
    });
  }

  let reflectors: Readonly<Partial<Record<SourceName, ReturnType<typeof reflector>>>> = {};

  async function run(): Promise<void> {
    const version = await serverVersion(transport, signal);
    if (version !== undefined) options.onVersion(version.gitVersion);
    const streaming = version !== undefined && version.minor >= STREAMING_SINCE_MINOR;
    const made = {
      nodes: reflector(
        "nodes",
        decodeNode,
        (node) => consumer.putNode(node),
        (_uid, name) => consumer.dropNode(name),
        streaming,
      ),
      daemonsets: reflector(
        "daemonsets",
        decodeDaemonSet,
        (set) => consumer.putDaemonSet(set),
        (uid) => consumer.dropDaemonSet(uid),
        streaming,
      ),
      controllerrevisions: reflector(
        "controllerrevisions",
        decodeControllerRevision,
        (revision) => consumer.putRevision(revision),
        (uid) => consumer.dropRevision(uid),
        streaming,
      ),
      pods: reflector(
        "pods",
        decodePod,
        (pod) => consumer.putPod(pod),
        (uid) => consumer.dropPod(uid),
        streaming,
      ),
      events: reflector(
        "events",
        decodeEvent,
        (event) => consumer.putEvent(event),
        (uid) => consumer.dropEvent(uid),
        streaming,
      ),
    };
    reflectors = made as unknown as typeof reflectors;
    await Promise.all([...Object.values(made).map((each) => each.run(signal)), probe()]);
  }

  async function probe(): Promise<void> {
    while (!signal.aborted) {
      await pause(pace.probeEveryMs, signal);
      if (signal.aborted) return;
      let alive = true;
      let detail = "";
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(pace.probeTimeoutMs + 1000)]);
      try {
        const response = await transport.get("/livez", {}, { signal: timeout, headersTimeoutMs: pace.probeTimeoutMs });
        response.body.resume();
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        // Any answer is a sign of life, also one that refuses us.
        alive = error.httpStatus !== undefined;
        detail = `the API server does not answer: ${error.message}`;
      }
      for (const each of Object.values(reflectors)) each?.probed(alive, detail);
    }
  }

  const running = run();
  return {
    statuses: () =>
      Object.fromEntries(
        SOURCES.map((source) => [source, reflectors[source]?.status ?? { state: "syncing" }]),
      ) as unknown as SourceStatuses,
    synced,
    counts: () =>
      Object.fromEntries(
        SOURCES.map((source) => [source, reflectors[source]?.counts ?? { lists: 0, watches: 0, events: 0, badLines: 0 }]),
      ) as unknown as Readonly<Record<SourceName, ReflectorCounts>>,
    retryNow() {
      for (const each of Object.values(reflectors)) each?.retryNow();
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
