import { assertNever } from "@daemonscope/kube/base/assert-never";
import { goDuration } from "@daemonscope/simulated-apiserver/objects/go-duration";
import type { JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import { type ContainerFacts, type ContainerState, type Ended, NO_START } from "./container-facts.ts";
import { type ImageFate, imageBytes } from "./images.ts";
import { answerProbe, type ProbeKind, type ProbeSpec, probeOf } from "./probes.ts";
import { type Exit, type Program, terminationOf } from "./program.ts";

/** The pod and the kubelet around a container. */
export interface ContainerSurroundings {
  /** Runs `then` after the delay, unless the pod ends before. Writes the pod's status afterwards. */
  after(delayMs: number, then: () => void): void;
  nowMs(): number;
  /** Returns the time of the node's clock. */
  timestamp(): string;
  /** Random numbers of this pod only. */
  readonly random: Random;
  /** Whether the kubelet starts a container again that ended with this code. */
  restarts(container: JsonObject, code: number): boolean;
  record(life: ContainerLife, type: "Normal" | "Warning", reason: string, message: string): void;
  /** Whether the node has the image. Afterwards it has. */
  takeImage(image: string): boolean;
  /** Returns why the container's environment cannot be made. */
  missingEnvironment(container: JsonObject): string | undefined;
  isProbeFailing(kind: ProbeKind): boolean;
  readonly graceMs: number;
  readonly podText: string;
  readonly podIP: string;
  /** Called when a container started, or when an init container completed. */
  advanced(): void;
}

const BACK_OFF_FIRST_MS = 10_000;
const BACK_OFF_LIMIT_MS = 300_000;
/** An end this long after the latest start begins with the first back-off again. */
const BACK_OFF_RESET_MS = 2 * BACK_OFF_LIMIT_MS;
/** The kubelet looks at a pod again after this time at the latest, before its jitter. */
const RESYNC_MS = 60_000;
/** Pauses between two attempts to pull an image. The last one repeats. Source: image_manager.go, MaxImageBackOff. */
const PULL_PAUSES_MS = [10_000, 20_000, 40_000, 80_000, 160_000, 300_000];
/** From the end of a process until the kubelet lists the containers again. Source: pleg/generic.go, and traces. */
const RELIST_MS = [500, 1300] as const;
/** From the first end of a container, and from a start that failed, until the next start. Source: traces. */
const FIRST_RESTART_MS: readonly [number, number] = [1000, 2000];
const FAILED_START_MS: readonly [number, number] = [2500, 4000];
/** The time from SIGTERM to the end of a program without a delay. */
const STOP_MS = [50, 200] as const;

/** From an event in a pod until the kubelet looks at the pod again. */
const NEXT_SYNC_MS = [700, 1200] as const;
/** From a failed sync of a pod until the next one: 10 s and up to half of it. Source: pod_workers.go, backOffPeriod. */
const RETRY_SYNC_MS = [10_000, 15_000] as const;
/** Waiting reasons whose event repeats the reason instead of the message. */
const FAILED_EVENT_TEXT = new Set(["InvalidImageName", "ErrImageNeverPull"]);
const PROBE_TITLES = { readiness: "Readiness", liveness: "Liveness", startup: "Startup" } as const;

/** The life of one container: pulls, starts, ends, back-off and probes. Source: pkg/kubelet/kuberuntime. */
export class ContainerLife implements ContainerFacts {
  readonly role: ContainerFacts["role"];
  readonly #around: ContainerSurroundings;
  container: JsonObject;
  program: Program;
  #fate: ImageFate;
  state: ContainerState;
  last: Ended | undefined;
  restarts = 0;
  isReady = false;
  isStarted = false;
  isCreated = false;
  #backOff: { readonly ms: number; readonly updatedMs: number } | undefined;
  #startedMs = 0;
  /** The end of the latest run that ended. */
  #finishedMs: number | undefined;
  /** Counts starts and ends, so that timers of an earlier run do nothing. */
  #run = 0;
  /** Whether the next start finds the image on its node. */
  #hasImage = false;
  #hasBegunPull = false;
  /** Probes that wait for another answer. */
  #idleProbes: (() => void)[] = [];

  constructor(
    role: ContainerFacts["role"],
    container: JsonObject,
    { program, fate, waiting }: { readonly program: Program; readonly fate: ImageFate; readonly waiting: string },
    around: ContainerSurroundings,
  ) {
    this.role = role;
    this.#around = around;
    this.container = container;
    this.program = program;
    this.#fate = fate;
    this.state = { kind: "waiting", reason: waiting };
  }

  get name(): string {
    return String(this.container.name);
  }

  get image(): string {
    return String(this.container.image);
  }

  /** Whether an init container holds up the containers after it. Those of ordinary images do not. */
  get takesTime(): boolean {
    if (this.role === "init") return this.program.exit?.afterMs !== 0;
    return probeOf(this.container, "startup", this.program) !== undefined;
  }

  /** Takes over a container that already ran, as its status describes it. */
  resume(facts: Omit<ContainerFacts, "name" | "image" | "role">, startedMs: number): void {
    const { state, last, restarts, isReady, isStarted, isCreated } = facts;
    Object.assign(this, { state, last, restarts, isReady, isStarted, isCreated });
    this.#startedMs = startedMs;
    if (state.kind !== "running") return;
    for (const kind of ["readiness", "liveness"] as const) {
      const probe = probeOf(this.container, kind, this.program);
      if (probe !== undefined) this.#watch(kind, probe, this.#around.random.int(1, probe.periodMs));
    }
  }

  /** Begins the pull of an image that its registry has. The start follows later. */
  beginPull(): void {
    if (this.#fate.kind !== "present" || this.#hasBegunPull) return;
    this.#hasBegunPull = true;
    this.#hasImage = this.container.imagePullPolicy !== "Always" && this.#around.takeImage(this.image);
    if (!this.#hasImage) this.#record("Normal", "Pulling", `Pulling image "${this.image}"`);
  }

  /** Starts the container, as far as its image and its environment allow it. `pullMs` is the duration of a pull. */
  start(pullMs: number): void {
    this.#run++;
    const fate = this.#fate;
    switch (fate.kind) {
      case "present":
        return this.#startWithImage(pullMs);
      case "hangs":
        return this.#record("Normal", "Pulling", `Pulling image "${this.image}"`);
      case "fails":
        return this.#failPull(fate.message, 0);
      case "invalid":
        this.#record("Warning", "InspectFailed", fate.message);
        return this.#waitAndRetry("InvalidImageName", fate.message);
      case "never":
        this.#record("Warning", "ErrImageNeverPull", fate.message);
        return this.#waitAndRetry("ErrImageNeverPull", fate.message);
      default:
        return assertNever(fate);
    }
  }

  /** Asks the probes again that wait for another answer. */
  askProbes(): void {
    const idle = this.#idleProbes;
    this.#idleProbes = [];
    for (const ask of idle) this.#after(this.#around.random.int(100, 1000), ask);
  }

  /** Ends the current run, because the container has another definition. The caller starts it again. */
  replace(container: JsonObject, program: Program, fate: ImageFate): void {
    if (this.state.kind === "running") {
      this.#record("Normal", "Killing", `Container ${this.name} definition changed, will be restarted`);
      this.#finish({ code: 0, reason: "Completed" });
    }
    this.#run++;
    this.container = container;
    this.program = program;
    this.#fate = fate;
    this.#backOff = undefined;
    this.#hasBegunPull = false;
    this.#waitFor("ContainerCreating");
  }

  #record(type: "Normal" | "Warning", reason: string, message: string): void {
    this.#around.record(this, type, reason, message);
  }

  /** Runs `then` later, if the container still has the same run. */
  #after(delayMs: number, then: () => void): void {
    const run = this.#run;
    this.#around.after(delayMs, () => {
      if (run === this.#run) then();
    });
  }

  #waitFor(reason: string, message?: string): void {
    if (this.state.kind === "terminated") this.last = this.state.ended;
    this.state = { kind: "waiting", reason, ...(message === undefined ? {} : { message }) };
    this.isReady = false;
    this.isStarted = false;
  }

  /** Waits until the kubelet looks at the pod again, and then tries to start the container once more. */
  #waitAndRetry(reason: string, message: string): void {
    const { random } = this.#around;
    // The new sandbox makes the kubelet look at a new pod again soon.
    const isFirst = this.state.kind === "waiting" && this.state.reason !== reason && !this.isCreated;
    this.#waitFor(reason, message);
    this.#record("Warning", "Failed", `Error: ${FAILED_EVENT_TEXT.has(reason) ? reason : message}`);
    this.#after(isFirst ? random.int(1000, 2000) : random.int(RETRY_SYNC_MS[0], RETRY_SYNC_MS[1]), () => this.start(random.int(300, 900)));
  }

  /**
   * A pull fails. The kubelet's status shows each result one sync late: first the failed pull, then the back-off.
   * Source: kubelet.go, SyncPod (reasonCache).
   */
  #failPull(message: string, attempt: number): void {
    const { random } = this.#around;
    this.#record("Normal", "Pulling", `Pulling image "${this.image}"`);
    this.#record("Warning", "Failed", message);
    this.#record("Warning", "Failed", "Error: ErrImagePull");
    const pauseMs = PULL_PAUSES_MS[Math.min(attempt, PULL_PAUSES_MS.length - 1)] ?? 0;
    const again = { attempt: attempt + 1, atMs: this.#around.nowMs() + pauseMs };
    // The new sandbox makes the kubelet look at a new pod again soon.
    const [least, most] = attempt === 0 ? NEXT_SYNC_MS : RETRY_SYNC_MS;
    this.#after(random.int(least, most), () => {
      this.#waitFor("ErrImagePull", message);
      this.#holdPull(message, again);
    });
  }

  /** The kubelet looks at a pod with a failed pull: it waits, or pulls again. */
  #holdPull(message: string, again: { readonly attempt: number; readonly atMs: number }): void {
    const { random } = this.#around;
    if (this.#around.nowMs() >= again.atMs) return this.#failPull(message, again.attempt);
    const backOff = `Back-off pulling image "${this.image}"`;
    this.#record("Normal", "BackOff", backOff);
    this.#record("Warning", "Failed", "Error: ImagePullBackOff");
    this.#after(random.int(RETRY_SYNC_MS[0], RETRY_SYNC_MS[1]), () => {
      this.#waitFor("ImagePullBackOff", backOff);
      this.#holdPull(message, again);
    });
  }

  #startWithImage(pullMs: number): void {
    const { image } = this;
    this.beginPull();
    this.#hasBegunPull = this.container.imagePullPolicy !== "Always";
    if (this.#hasImage)
      this.#record("Normal", "Pulled", `Container image "${image}" already present on machine and can be accessed by the pod`);
    else {
      const took = goDuration(Math.max(1, Math.round(pullMs)));
      const size = `Image size: ${imageBytes(image)} bytes.`;
      this.#record("Normal", "Pulled", `Successfully pulled image "${image}" in ${took} (${took} including waiting). ${size}`);
      this.#hasImage = this.#hasBegunPull;
    }
    const missing = this.#around.missingEnvironment(this.container);
    if (missing !== undefined) return this.#waitAndRetry("CreateContainerConfigError", missing);
    this.#record("Normal", "Created", "Container created");
    if (this.isCreated) this.restarts++;
    this.isCreated = true;
    if (this.state.kind === "terminated") this.last = this.state.ended;
    const { startFailure } = this.program;
    if (startFailure === undefined) return this.#runProgram();
    const now = this.#around.timestamp();
    const { reason, message, exit, hasNoStart } = startFailure;
    if (hasNoStart) this.#record("Warning", "Failed", `Error: ${message}`);
    else {
      this.#record("Normal", "Started", "Container started");
      this.#record("Warning", "FailedPostStartHook", "PostStartHook failed");
      this.#record("Normal", "Killing", "FailedPostStartHook");
    }
    this.last = { ...exit, startedAt: hasNoStart ? NO_START : now, finishedAt: now, run: this.restarts };
    this.#finishedMs = this.#around.nowMs();
    this.#waitFor(reason, message);
    this.#restart(this.#finishedMs, FAILED_START_MS);
  }

  #runProgram(): void {
    const { exit } = this.program;
    this.#record("Normal", "Started", "Container started");
    this.#startedMs = this.#around.nowMs();
    this.state = { kind: "running", startedAt: this.#around.timestamp() };
    this.isReady = false;
    this.isStarted = false;
    this.#idleProbes = [];
    if (exit?.afterMs === 0) return this.#end(exit);
    if (exit !== undefined) this.#after(exit.afterMs + this.#around.random.int(RELIST_MS[0], RELIST_MS[1]), () => this.#end(exit));
    const startup = probeOf(this.container, "startup", this.program);
    if (startup === undefined) this.#begin();
    else this.#watch("startup", startup, startup.initialDelayMs);
  }

  /** The container counts as started: it has no startup probe, or the probe succeeded. */
  #begin(): void {
    const ageMs = this.#around.nowMs() - this.#startedMs;
    this.isStarted = true;
    const readiness = probeOf(this.container, "readiness", this.program);
    // Init containers that end become ready by their end.
    if (readiness === undefined) this.isReady = this.role !== "init";
    else this.#watch("readiness", readiness, Math.max(0, readiness.initialDelayMs - ageMs));
    const liveness = probeOf(this.container, "liveness", this.program);
    if (liveness !== undefined) this.#watch("liveness", liveness, Math.max(0, liveness.initialDelayMs - ageMs));
    this.#around.advanced();
  }

  /** Asks a probe after `firstMs`, and again as long as its answer can change. */
  #watch(kind: ProbeKind, probe: ProbeSpec, firstMs: number): void {
    const run = this.#run;
    let lastOk: boolean | undefined;
    let streak = 0;
    const ask = (): void => {
      const ageMs = this.#around.nowMs() - this.#startedMs;
      const { podIP } = this.#around;
      const isFailing = this.#around.isProbeFailing(kind);
      const { ok, output, untilMs } = answerProbe(this.container, kind, probe, this.program, { ageMs, podIP, isFailing });
      streak = ok === lastOk ? streak + 1 : 1;
      lastOk = ok;
      if (!ok) this.#record("Warning", "Unhealthy", `${PROBE_TITLES[kind]} probe failed: ${output}`);
      const isDecided = streak >= (ok ? probe.successThreshold : probe.failureThreshold);
      if (isDecided) this.#decide(kind, ok, probe);
      if (run !== this.#run || (kind === "startup" && this.isStarted)) return;
      const restMs = isDecided && ok ? untilMs - ageMs : 0;
      if (restMs === Number.POSITIVE_INFINITY) this.#idleProbes.push(ask);
      else this.#after(Math.max(1, Math.ceil(restMs / probe.periodMs)) * probe.periodMs, ask);
    };
    if (firstMs === 0) ask();
    else this.#after(firstMs, ask);
  }

  /** A probe reached its threshold. */
  #decide(kind: ProbeKind, ok: boolean, probe: ProbeSpec): void {
    if (kind === "readiness") this.isReady = ok;
    else if (kind === "startup" && ok) this.#begin();
    else if (!ok) this.#kill(kind, probe);
  }

  #kill(kind: ProbeKind, { graceSeconds }: ProbeSpec): void {
    const { graceMs, random } = this.#around;
    this.#run++;
    this.#record("Normal", "Killing", `Container ${this.name} failed ${kind} probe, will be restarted`);
    const ordinaryMs = random.int(STOP_MS[0], STOP_MS[1]);
    const { afterMs, ...exit } = terminationOf(
      this.container,
      this.program,
      graceSeconds === undefined ? graceMs : graceSeconds * 1000,
      ordinaryMs,
    );
    this.#after(afterMs, () => this.#replaceKilled(exit));
  }

  /**
   * Starts the container again in the sync that killed it. The back-off counts from the end of the run before, because
   * the kubelet has not read the new end yet. The API never shows the container as terminated.
   */
  #replaceKilled(exit: Exit): void {
    const { random } = this.#around;
    const previousMs = this.#finishedMs;
    this.last = this.#endedNow(exit);
    const isInBackOff = previousMs !== undefined && this.#isInBackOff(previousMs);
    if (!isInBackOff) return this.start(random.int(300, 900));
    this.#recordBackOff();
    this.#after(random.int(NEXT_SYNC_MS[0], NEXT_SYNC_MS[1]), () => this.#lookAgain());
  }

  #endedNow({ code, reason, message }: Exit): Ended {
    this.#run++;
    this.#finishedMs = this.#around.nowMs();
    const finishedAt = this.#around.timestamp();
    const startedAt = this.state.kind === "running" ? this.state.startedAt : finishedAt;
    return { code, reason, ...(message === undefined ? {} : { message }), startedAt, finishedAt, run: this.restarts };
  }

  #finish(exit: Exit): void {
    this.state = { kind: "terminated", ended: this.#endedNow(exit) };
    this.isStarted = false;
    this.isReady = this.role === "init" && exit.code === 0;
  }

  #end(exit: Exit): void {
    this.#finish(exit);
    if (this.isReady) this.#around.advanced();
    else if (this.role === "sidecar" || this.#around.restarts(this.container, exit.code)) this.#restart(this.#around.nowMs());
  }

  /**
   * Reports whether the kubelet still waits after an end. If it does not, the next back-off is twice as long: the first
   * restart is immediate, then 10 s, 20 s … 5 min. Source: doBackOff, flowcontrol.Backoff.
   */
  #isInBackOff(finishedMs: number): boolean {
    const nowMs = this.#around.nowMs();
    const backOff = this.#backOff;
    const isReset = backOff === undefined || finishedMs - backOff.updatedMs > BACK_OFF_RESET_MS;
    if (!isReset && nowMs - finishedMs < backOff.ms) return true;
    this.#backOff = { ms: isReset ? BACK_OFF_FIRST_MS : Math.min(BACK_OFF_LIMIT_MS, 2 * backOff.ms), updatedMs: nowMs };
    return false;
  }

  #restart(finishedMs: number, firstMs: readonly [number, number] = FIRST_RESTART_MS): void {
    const { random } = this.#around;
    if (!this.#isInBackOff(finishedMs)) return this.#after(random.int(firstMs[0], firstMs[1]), () => this.start(random.int(300, 900)));
    this.#recordBackOff();
    // A changed readiness makes the kubelet look at the pod again soon, and so does the second start that fails.
    const isSecondFailure = firstMs === FAILED_START_MS && this.restarts === 1;
    const isSoon = isSecondFailure || probeOf(this.container, "readiness", this.program) !== undefined;
    this.#after(isSoon ? random.int(NEXT_SYNC_MS[0], NEXT_SYNC_MS[1]) : this.#syncMs(), () => this.#lookAgain());
  }

  /** Returns the time until the kubelet looks at a container in back-off. Source: pod_workers.go, completeWork. */
  #syncMs(): number {
    const leftMs = (this.#finishedMs ?? 0) + (this.#backOff?.ms ?? 0) - this.#around.nowMs();
    return Math.min(Math.max(1, leftMs), RESYNC_MS) * (1 + this.#around.random.next() / 2);
  }

  #recordBackOff(): void {
    this.#record("Warning", "BackOff", `Back-off restarting failed container ${this.name} in pod ${this.#around.podText}`);
  }

  /** The kubelet looks at a container in back-off. Only now its status shows the back-off. */
  #lookAgain(): void {
    const { random, podText } = this.#around;
    const pause = goDuration(this.#backOff?.ms ?? 0);
    this.#waitFor("CrashLoopBackOff", `back-off ${pause} restarting failed container=${this.name} pod=${podText}`);
    if (this.#isInBackOff(this.#finishedMs ?? 0)) {
      this.#recordBackOff();
      this.#after(this.#syncMs(), () => this.#lookAgain());
    } else this.#after(random.int(100, 500), () => this.start(random.int(300, 900)));
  }
}
