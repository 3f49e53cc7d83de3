import { fnv1a32 } from "@daemonscope/kube/values/fnv";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, type JsonObject, listIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, containersOf, isDeleting, nodeNameOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import {
  PROBE_FAILS_ANNOTATION,
  reasonAndMessage,
  START_FAILS_ANNOTATION,
} from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { createRandom, type Random } from "@daemonscope/simulated-apiserver/time/random";
import { ContainerLife, type ContainerSurroundings } from "./container-life.ts";
import { fateOf, type NodeImages } from "./images.ts";
import { missingEnvironment, unmountableVolume } from "./missing-objects.ts";
import { breaksItsNode, type PodPlan } from "./pod-plan.ts";
import { endedStatus, factsFrom, type Host, isEnded, podAddress, statusAt } from "./pod-status.ts";
import { overfilledVolume, programOf, terminationOf } from "./program.ts";
import { isRestarted } from "./restart-policy.ts";

type EventType = "Normal" | "Warning";

/** The kubelet around a pod. */
export interface WorkerSurroundings {
  readonly store: Store;
  readonly clock: Clock;
  readonly images: NodeImages;
  /** The clock that the node's kubelet uses for timestamps. */
  clockOf(node: string): Clock;
  hostNamed(node: string): Host;
  /** Runs `then` after the delay. If the node is silent at that time, it runs once the node responds again. */
  afterOn(node: string, delayMs: number, then: () => void): void;
  /** Admits the pod, or marks it as failed. */
  admits(pod: StoredObject, node: string): boolean;
  record(pod: StoredObject, container: ContainerLife | undefined, type: EventType, reason: string, message: string): void;
  breakNode(node: string): void;
  /** Called when nothing more happens to the pod by itself. */
  idle(worker: PodWorker): void;
}

/** From the end of an init container until the kubelet starts the next container. */
const SYNC_MS = [100, 400] as const;
const MOUNT_RETRY_MS = 500;
const MOUNT_RETRY_LIMIT_MS = 122_000;
/** From the start of a program that fills a volume until the kubelet measures the volume. */
const EVICTION_MS = [50_000, 62_000] as const;
/** The grace period of an eviction by a limit. */
const EVICTION_GRACE_MS = 1000;
const BREAK_NODE_MS = 2000;

/** Random numbers of one pod and one purpose. They leave the sequence of the cluster alone. */
export const randomOf = (pod: StoredObject, purpose: string): Random => createRandom(fnv1a32(`${pod.metadata.uid} ${purpose}`));

/**
 * Makes a pod run on its node: admission, volumes, init containers, containers, eviction. Source: pkg/kubelet, syncPod.
 */
export class PodWorker {
  readonly uid: string;
  readonly #around: WorkerSurroundings;
  readonly #node: string;
  readonly #random: Random;
  readonly #host: Host;
  readonly #inits: readonly ContainerLife[];
  #containers: readonly ContainerLife[];
  #pod: StoredObject;
  #hasSandbox = false;
  /** The init container that must finish next, and the last one that was started. */
  #initAt = 0;
  #begunAt = -1;
  #haveMainsBegun = false;
  #timers = 0;
  #isStopped = false;

  constructor(pod: StoredObject, plan: PodPlan, around: WorkerSurroundings) {
    const spec = specOf(pod);
    this.uid = pod.metadata.uid;
    this.#pod = pod;
    this.#around = around;
    this.#node = nodeNameOf(pod) ?? "";
    this.#host = around.hostNamed(this.#node);
    this.#random = randomOf(pod, "containers");
    const inits = listIn(spec, "initContainers").filter(isJsonObject);
    const waiting = inits.length === 0 ? "ContainerCreating" : "PodInitializing";
    const surroundings = this.#containerSurroundings();
    const life = (container: JsonObject, role: ContainerLife["role"]) =>
      new ContainerLife(role, container, { ...fieldsOf(container, spec, role, plan), waiting }, surroundings);
    this.#inits = inits.map((init) => life(init, init.restartPolicy === "Always" ? "sidecar" : "init"));
    this.#containers = containersOf(spec).map((container) => life(container, "main"));
  }

  /** Begins the life of a new pod. */
  begin({ createMs, startMs }: PodPlan): void {
    this.#after(createMs, () => {
      if (!this.#around.admits(this.#pod, this.#node)) return this.stop();
      this.#mount(0, startMs);
    });
  }

  /** Takes over a pod that runs, as its status describes it. */
  resume(): void {
    const status = statusOf(this.#pod);
    for (const [field, lives] of [
      ["initContainerStatuses", this.#inits],
      ["containerStatuses", this.#containers],
    ] as const)
      for (const [at, life] of lives.entries()) {
        const known = listIn(status, field)[at];
        if (!isJsonObject(known)) continue;
        const facts = factsFrom(known);
        const skewMs = this.#around.clockOf(this.#node).nowMs() - this.#around.clock.nowMs();
        life.resume(facts, facts.state.kind === "running" ? Date.parse(facts.state.startedAt) - skewMs : 0);
      }
    this.#hasSandbox = true;
    const waitingAt = this.#inits.findIndex((init) => (init.role === "init" ? !init.isReady : !init.isStarted));
    this.#initAt = waitingAt === -1 ? this.#inits.length : waitingAt;
    this.#begunAt = this.#initAt;
    this.#haveMainsBegun = waitingAt === -1;
  }

  /** Restarts the containers whose image a user changed. Source: kuberuntime, computePodActions. */
  edit(pod: StoredObject, plan: PodPlan): void {
    const { createMs, startMs } = plan;
    const spec = specOf(pod);
    this.#pod = pod;
    for (const [at, container] of containersOf(spec).entries()) {
      const life = this.#containers[at];
      if (life === undefined || life.image === container.image) continue;
      const { program, fate } = fieldsOf(container, spec, "main", plan);
      life.replace(container, program, fate);
      if (!this.#haveMainsBegun) continue;
      this.#after(createMs, () => life.beginPull());
      this.#after(createMs + startMs, () => life.start(startMs));
    }
  }

  /** Asks the probes again, because the lab changed their answers. */
  askProbes(): void {
    for (const life of [...this.#inits, ...this.#containers]) life.askProbes();
  }

  stop(): void {
    this.#isStopped = true;
  }

  get isIdle(): boolean {
    return this.#timers === 0;
  }

  #after(delayMs: number, then: () => void): void {
    this.#timers++;
    this.#around.afterOn(this.#node, delayMs, () => {
      this.#timers--;
      if (this.#isStopped) return;
      const { name, namespace } = this.#pod.metadata;
      const now = this.#around.store.get("pods", namespace, name);
      if (now?.metadata.uid !== this.uid || isDeleting(now) || isEnded(now) || nodeNameOf(now) !== this.#node) return this.stop();
      this.#pod = now;
      then();
      if (!this.#isStopped) this.#write();
      if (this.#timers === 0) this.#around.idle(this);
    });
  }

  #write(): void {
    const { store, clockOf } = this.#around;
    const facts = { inits: this.#inits, containers: this.#containers, hasSandbox: this.#hasSandbox };
    const status = statusAt(this.#pod, facts, this.#host, clockOf(this.#node));
    this.#pod = store.update("pods", { ...this.#pod, status }, "status");
  }

  #mount(attempt: number, startMs: number): void {
    const { store, record } = this.#around;
    const injected = annotationOf(this.#pod, START_FAILS_ANNOTATION);
    const unmountable = unmountableVolume(store, this.#pod.metadata.namespace ?? "", specOf(this.#pod));
    const failure =
      injected !== undefined
        ? reasonAndMessage(injected)
        : unmountable === undefined
          ? undefined
          : { reason: "FailedMount", message: unmountable };
    if (failure === undefined) {
      const first = this.#inits[0] === undefined ? this.#containers : [this.#inits[0]];
      for (const life of first) life.beginPull();
      this.#after(startMs, () => {
        this.#hasSandbox = true;
        this.#advance(startMs);
      });
      return;
    }
    // The first status shows no mount yet.
    if (attempt > 0) record(this.#pod, undefined, "Warning", failure.reason, failure.message);
    const retryMs =
      attempt === 0 ? this.#random.int(300, 900) : Math.min(MOUNT_RETRY_LIMIT_MS, MOUNT_RETRY_MS * 2 ** Math.min(attempt - 1, 10));
    this.#after(retryMs, () => this.#mount(attempt + 1, startMs));
  }

  /** Starts the containers whose turn it is: init containers one after the other, and then all others. */
  #advance(pullMs = this.#random.int(300, 900)): void {
    for (let init = this.#inits[this.#initAt]; init !== undefined; init = this.#inits[this.#initAt]) {
      if (init.role === "init" ? init.isReady : init.isStarted) this.#initAt++;
      else if (this.#begunAt >= this.#initAt) return;
      else {
        this.#begunAt = this.#initAt;
        this.#startAll([init], pullMs);
      }
    }
    if (this.#haveMainsBegun) return;
    this.#haveMainsBegun = true;
    this.#startAll(this.#containers, pullMs);
    if (breaksItsNode(this.#pod)) this.#after(BREAK_NODE_MS, () => this.#around.breakNode(this.#node));
    this.#watchVolumes();
  }

  /** Starts containers: at once, or in the sync that follows an init container that took time. */
  #startAll(lives: readonly ContainerLife[], pullMs: number): void {
    const start = (): void => {
      for (const life of lives) life.start(pullMs);
    };
    if (this.#inits[this.#initAt - 1]?.takesTime === true) this.#after(this.#random.int(SYNC_MS[0], SYNC_MS[1]), start);
    else start();
  }

  #watchVolumes(): void {
    for (const life of this.#containers) {
      const volume = overfilledVolume(life.container, specOf(this.#pod), life.program);
      if (volume === undefined) continue;
      const message = `Usage of EmptyDir volume "${volume.name}" exceeds the limit "${volume.limit}". `;
      this.#after(this.#random.int(EVICTION_MS[0], EVICTION_MS[1]), () => this.#evict(message));
    }
  }

  #evict(message: string): void {
    const { store, clockOf, record } = this.#around;
    record(this.#pod, undefined, "Warning", "Evicted", message);
    for (const life of this.#containers)
      if (life.state.kind === "running") record(this.#pod, life, "Normal", "Killing", `Stopping container ${life.name}`);
    const ends = new Map(
      this.#containers.map(({ name, container, program }) => [
        name,
        terminationOf(container, program, EVICTION_GRACE_MS, this.#random.int(50, 200)),
      ]),
    );
    this.#after(Math.max(...[...ends.values()].map(({ afterMs }) => afterMs)), () => {
      this.stop();
      const exitOf = (name: string) => ends.get(name) ?? { code: 137, reason: "Error" };
      const status = endedStatus(this.#pod, clockOf(this.#node), exitOf, { reason: "Evicted", message });
      store.update("pods", { ...this.#pod, status }, "status");
    });
  }

  #containerSurroundings(): ContainerSurroundings {
    const { clock, clockOf, store, images, record } = this.#around;
    const { name, namespace = "", uid } = this.#pod.metadata;
    const spec = specOf(this.#pod);
    return {
      after: (delayMs, then) => this.#after(delayMs, then),
      nowMs: () => clock.nowMs(),
      timestamp: () => timestamp(clockOf(this.#node).nowMs()),
      random: this.#random,
      restarts: (container, code) => isRestarted(container, spec.restartPolicy, code),
      record: (life, type, reason, message) => record(this.#pod, life, type, reason, message),
      takeImage: (image) => {
        const has = images.has(this.#node, image);
        images.add(this.#node, image);
        return has;
      },
      missingEnvironment: (container) => missingEnvironment(store, namespace, container),
      isProbeFailing: (kind) => annotationOf(this.#pod, PROBE_FAILS_ANNOTATION)?.split(",").includes(kind) ?? false,
      graceMs: Number(spec.terminationGracePeriodSeconds ?? 30) * 1000,
      podText: `${name}_${namespace}(${uid})`,
      podIP: podAddress(this.#pod, this.#host),
      advanced: () => this.#advance(),
    };
  }
}

const fieldsOf = (container: JsonObject, podSpec: JsonObject, role: ContainerLife["role"], plan: PodPlan) => ({
  program: programOf(container, podSpec, role, plan),
  fate: fateOf(String(container.image), container.imagePullPolicy),
});
