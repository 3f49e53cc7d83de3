import { podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { KubePod } from "@daemonscope/kube/objects";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { POD_DECODER } from "@daemonscope/kube-client/fast/protobuf/decoders";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { RetryPolicy } from "@daemonscope/kube-client/flow-control/retry-policy";
import { createSemaphore } from "@daemonscope/kube-client/flow-control/semaphore";
import { withRequestTimeout } from "@daemonscope/kube-client/http/request-timeout";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { Reflector, type ReflectorSink } from "@daemonscope/kube-client/list-watch/reflector";
import { createServerFeatures } from "@daemonscope/kube-client/list-watch/server-features";
import { runDetached } from "../../../platform/run-detached.ts";
import { BATCH_PODS, batchBytes, PodBatchWriter } from "./pod-batch.ts";
import { isInPartition, type PodPartition, partitionResource } from "./pod-partition.ts";
import { remoteAuthorize } from "./remote-authorize.ts";
import { type ThrottledTransport, throttledTransport } from "./throttled-transport.ts";
import type { Port, WorkerCommand, WorkerEvent } from "./worker-messages.ts";

interface PodWorkerEnvironment {
  readonly port: Port<WorkerEvent, WorkerCommand>;
  readonly timers: Timers;
  /** The wall clock. */
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** Limit of the batches in flight. The consumer takes one batch per turn of its event loop. */
const MAX_BATCHES_IN_FLIGHT = 4;
/** Interval of the pulses, which prove that a watch without events is alive. An unchanged pulse is not sent. */
const PULSE_MS = 500;

interface Watch {
  readonly reflector: Reflector<KubePod>;
  readonly stop: AbortController;
  isLive: boolean;
  /** The content of the last pulse. */
  lastPulse: string;
}

/** Runs in a worker thread: watches the assigned parts of the pods, and sends the facts of each pod for the model. */
export function runPodWorker(environment: PodWorkerEnvironment): void {
  const { port } = environment;
  port.listen((message) => {
    if (message.kind !== "open") return;
    const worker = new PodWorker(message, environment);
    port.listen((next) => worker.receive(next));
  });
}

/** Watches parts of the pods, and sends their changes in batches.
 *  *Invariants*: the messages of a watch, statuses and pods alike, are in the order of the events. A pod outside its
 *  part is never sent. */
class PodWorker {
  readonly #environment: PodWorkerEnvironment;
  readonly #pace: RetryPolicy;
  readonly #watches = new Map<number, Watch>();
  readonly #writer = new PodBatchWriter();
  /** The watch of the batch that is being written. */
  #writes = 0;
  #isFlushDue = false;
  readonly #credentials: ReturnType<typeof remoteAuthorize>;
  readonly #throttled: ThrottledTransport;
  readonly #features: ReturnType<typeof createServerFeatures>;
  readonly #listTurn = createSemaphore(1);

  constructor({ server, pace, requestTimeoutMs }: Extract<WorkerCommand, { kind: "open" }>, environment: PodWorkerEnvironment) {
    const { port, timers } = environment;
    this.#environment = environment;
    this.#pace = pace;
    this.#credentials = remoteAuthorize((message) => port.send(message));
    const transport = createTransport({ server, authorize: this.#credentials.authorize, timers });
    this.#throttled = throttledTransport(withRequestTimeout(transport, requestTimeoutMs), MAX_BATCHES_IN_FLIGHT, timers);
    this.#features = createServerFeatures(this.#throttled.transport, pace, timers);
    const onPulseTimer = () => {
      this.#sendPulses();
      timers.after(PULSE_MS, onPulseTimer);
    };
    timers.after(PULSE_MS, onPulseTimer);
  }

  receive(message: WorkerCommand): void {
    switch (message.kind) {
      case "open":
        return;
      case "watch":
        return this.#begin(message.watch, message.part);
      case "end":
        this.#watches.get(message.watch)?.stop.abort();
        this.#watches.delete(message.watch);
        return;
      case "probed":
        for (const { reflector } of this.#watches.values()) reflector.probed(message.alive, message.detail);
        return this.#sendPulses();
      case "retryNow":
        for (const { reflector } of this.#watches.values()) reflector.retryNow();
        return;
      case "authorized":
        return this.#credentials.answered(message.question, message.answer);
      case "taken":
        return this.#throttled.taken();
      default:
        return assertNever(message);
    }
  }

  #begin(watch: number, part: PodPartition): void {
    const { timers, nowMs, random } = this.#environment;
    const stop = new AbortController();
    const reflector = new Reflector<KubePod>({
      resource: partitionResource(part),
      transport: this.#throttled.transport,
      decode: decodePod,
      protobuf: POD_DECODER,
      pace: this.#pace,
      timers,
      nowMs,
      random,
      streamsLists: async (signal) => (await this.#features(signal)).streamsLists,
      listTurn: this.#listTurn,
      sink: this.#sinkOf(watch, part),
    });
    this.#watches.set(watch, { reflector, stop, isLive: false, lastPulse: "" });
    runDetached(reflector.run(stop.signal));
  }

  #sinkOf(watch: number, part: PodPartition): ReflectorSink<KubePod> {
    let hasStrayed = false;
    return {
      put: (pod) => {
        const { uid } = pod.metadata;
        if (!isInPartition(part, uid)) {
          if (!hasStrayed) this.#send({ kind: "strayed", watch });
          hasStrayed = true;
          return;
        }
        const facts = podFactsOf(pod);
        if (facts === undefined) this.#writerFor(watch).drop(uid);
        else this.#writerFor(watch).put(facts);
        this.#written(watch);
      },
      drop: (uid) => {
        this.#writerFor(watch).drop(uid);
        this.#written(watch);
      },
      status: (status) => {
        const current = this.#watches.get(watch);
        if (current !== undefined) current.isLive = status.state === "live";
        this.#send({ kind: "status", watch, status });
      },
      problem: (text) => this.#send({ kind: "problem", text }),
      synced: () => this.#send({ kind: "synced", watch }),
      gap: (fromMs) => this.#send({ kind: "gap", watch, fromMs }),
    };
  }

  #writerFor(watch: number): PodBatchWriter {
    if (this.#writes !== watch) this.#flush();
    this.#writes = watch;
    return this.#writer;
  }

  #written(watch: number): void {
    if (this.#writer.count >= BATCH_PODS) this.#flush();
    // During a list only full batches are sent. Later events are sent once all events that arrived together are read.
    if (this.#writer.count === 0 || this.#isFlushDue || this.#watches.get(watch)?.isLive !== true) return;
    this.#isFlushDue = true;
    this.#environment.timers.soon(() => {
      this.#isFlushDue = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#writer.count === 0) return;
    const batch = this.#writer.take();
    this.#environment.port.send({ kind: "batch", watch: this.#writes, batch }, batchBytes(batch));
    this.#throttled.sent();
  }

  /** Sends a message after the pods that came before it. */
  #send(message: WorkerEvent): void {
    this.#flush();
    this.#environment.port.send(message);
  }

  #sendPulses(): void {
    for (const [watch, each] of this.#watches) {
      const { provenAtMs } = each.reflector.status;
      const counts = { ...each.reflector.counts };
      const pulse = JSON.stringify([provenAtMs, counts]);
      if (pulse === each.lastPulse) continue;
      each.lastPulse = pulse;
      this.#send({ kind: "pulse", watch, provenAtMs, counts });
    }
  }
}
