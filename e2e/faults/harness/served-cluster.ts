import { collectObjects, eventOfRaw } from "@daemonscope/server/watch/event-of-raw.fixture";
import { type Api, startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { createSystemNamespaces } from "@daemonscope/simulated-apiserver/store/seed";
import { createStore, type SimulatorStore } from "@daemonscope/simulated-apiserver/store/store";
import { createSimulatedClock } from "@daemonscope/simulated-apiserver/time/clock-simulated";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";

const KINDS = ["nodes", "pods", "daemonsets", "controllerrevisions"] as const;
/** The label with the number of the last write. The watch must deliver each write of a node once, in this order. */
export const WRITE_LABEL = "write";

/** An API server in this process, whose store outlives it: it can be killed and started again with its data. */
export interface ServedCluster {
  readonly store: SimulatorStore;
  readonly port: number;
  /** The API server that runs now. */
  api(): Api;
  /** Ends the API server with all connections, as a crash does. Writes continue. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Performs a random write. Returns the number of writes of nodes. */
  write(random: Random): number;
  /** Writes this node, with labels of this number of random kilobytes. */
  touch(name: string, kilobytes?: number): void;
  /** Writes a node with a long annotation. */
  writeLong(random: Random, text: string): void;
  writes(): number;
  /** Returns the objects of a fresh list, as a model keeps them. */
  freshList(): readonly string[];
  stop(): Promise<void>;
}

const NAMESPACE = "kube-system";
const template = (image: string, padding = "") => ({
  metadata: { labels: { app: "agent" }, ...(padding === "" ? {} : { annotations: { padding } }) },
  spec: { containers: [{ name: "agent", image }] },
});
const daemonSet = (name: string) => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name, namespace: NAMESPACE },
  spec: { selector: { matchLabels: { app: "agent" } }, template: template("agent:1") },
});
const node = (name: string, write: string) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name, labels: { [WRITE_LABEL]: write, "kubernetes.io/hostname": name, emoji: "x" } },
});
const pod = (name: string, nodeName: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: NAMESPACE, labels: { app: "agent", "controller-revision-hash": "1", "pod-template-generation": "1" } },
  spec: { nodeName, containers: [{ name: "agent", image: "agent:1" }] },
});
const revision = (name: string, number: number) => ({
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: { name, namespace: NAMESPACE, labels: { app: "agent" } },
  revision: number,
  data: { spec: { template: { $patch: "replace", ...template(`agent:${number}`) } } },
});

/** Writes that keep the number of objects near its start: created ones are deleted again. */
class Writer {
  nodeWrites = 0;
  readonly #store: SimulatorStore;
  readonly #distinct: number;
  /** Names, the oldest first. */
  readonly #revisions: string[] = [];
  #created = 0;
  #pods = 0;

  constructor(store: SimulatorStore, nodes: number, distinct: number) {
    this.#store = store;
    this.#distinct = distinct;
    store.create("daemonsets", daemonSet("agent"));
    for (let at = 0; at < nodes; at++) this.#createNode(`node-${at}`);
    for (let at = 0; at < nodes; at++) store.create("pods", pod(`agent-${at}`, `node-${at}`));
  }

  write(random: Random): void {
    const store = this.#store;
    const dice = random.next();
    if (dice < 0.7) this.touchNode(random.pick(store.list("nodes")).metadata.name);
    else if (dice < 0.8) this.#touchPod(random);
    else if (dice < 0.86) this.#recreate(random);
    else if (dice < 0.92) this.#edit("daemonsets", "agent");
    else if (dice < 0.96) this.#replaceRevision();
    else this.#replacePod(random);
  }

  /** Returns the value of the label of the next write of a node. */
  #nextWrite(): string {
    return String(++this.nodeWrites % this.#distinct);
  }
  #nextNumber(): number {
    return ++this.#created % this.#distinct;
  }
  #createNode(name: string): void {
    this.#store.create("nodes", node(name, this.#nextWrite()));
  }
  touchNode(name: string, annotation = ""): void {
    const write = this.#nextWrite();
    this.#store.edit("nodes", undefined, name, ({ metadata }) => {
      metadata.labels = { ...metadata.labels, [WRITE_LABEL]: write };
      if (annotation !== "") metadata.annotations = { ...metadata.annotations, text: annotation };
    });
  }
  /** A label has at most 63 characters, so that 16 make a kilobyte. */
  padNode(name: string, kilobytes: number, random: Random): void {
    const value = () => Array.from({ length: 6 }, () => random.int(1e9, 9e9)).join("");
    this.#store.edit("nodes", undefined, name, ({ metadata }) => {
      for (let at = 0; at < 16 * kilobytes; at++) metadata.labels = { ...metadata.labels, [`padding-${at}`]: value() };
    });
  }
  #edit(kind: "daemonsets" | "pods", name: string): void {
    const value = String(this.#nextNumber());
    this.#store.edit(kind, NAMESPACE, name, ({ metadata }) => {
      metadata.labels = { ...metadata.labels, edited: value };
    });
  }
  #touchPod(random: Random): void {
    const pods = this.#store.list("pods");
    if (pods.length > 0) this.#edit("pods", random.pick(pods).metadata.name);
  }
  /** Deletes a node and creates one of the same name, with another uid. */
  #recreate(random: Random): void {
    const { name } = random.pick(this.#store.list("nodes")).metadata;
    this.#store.delete("nodes", undefined, name);
    this.#createNode(name);
  }
  #replaceRevision(): void {
    const oldest = this.#revisions.length > 5 ? this.#revisions.shift() : undefined;
    if (oldest !== undefined) this.#store.delete("controllerrevisions", NAMESPACE, oldest);
    const number = this.#nextNumber();
    const name = `agent-${number}`;
    this.#revisions.push(name);
    this.#store.create("controllerrevisions", revision(name, number));
  }
  #replacePod(random: Random): void {
    const pods = this.#store.list("pods");
    if (pods.length > 0) this.#store.delete("pods", NAMESPACE, random.pick(pods).metadata.name, { gracePeriodSeconds: 0 });
    // Never repeated: a pod may remain for long.
    this.#store.create("pods", pod(`agent-new-${++this.#pods}`, random.pick(this.#store.list("nodes")).metadata.name));
  }
}

/** Starts a cluster. `distinct`: the number of label values and of names of revisions, which then repeat. */
export async function startServedCluster(random: Random, nodes = 40, distinct = Number.POSITIVE_INFINITY): Promise<ServedCluster> {
  const clock = createSimulatedClock(Date.UTC(2026, 0, 5));
  const store = createStore({ clock, random: random.next });
  createSystemNamespaces(store);
  const writer = new Writer(store, nodes, distinct);
  let api = await startApi({ store, clock, versionPatienceMs: 400 });
  const { port } = api;
  return {
    store,
    port,
    api: () => api,
    kill: () => api.close(),
    async start() {
      api = await startApi({ store, clock, port, versionPatienceMs: 400 });
    },
    write(chance) {
      clock.advance(50);
      writer.write(chance);
      return writer.nodeWrites;
    },
    touch(name, kilobytes = 0) {
      writer.touchNode(name);
      if (kilobytes > 0) writer.padNode(name, kilobytes, random);
    },
    writeLong: (chance, text) => writer.touchNode(chance.pick(store.list("nodes")).metadata.name, text),
    writes: () => writer.nodeWrites,
    freshList() {
      const { objects, take } = collectObjects();
      // A request would take a failure that a test prepared for the watch.
      for (const kind of KINDS)
        for (const object of store.list(kind)) {
          const event = eventOfRaw(kind, object);
          if (event !== undefined) take(event);
        }
      return [...objects].map(String).sort();
    },
    stop: () => api.close(),
  };
}
