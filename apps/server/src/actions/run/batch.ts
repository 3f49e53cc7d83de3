import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { ActionRecord, ActionState, BatchEnd } from "@daemonscope/shared/http/actions";
import type { DeletedPod } from "../send/deleted-pod.ts";
import type { PreparedRequest } from "../send/prepared-request.ts";
import type { SendResult } from "../send/send-once.ts";
import { replacementState } from "./observed-state.ts";

type PodState = NonNullable<ActionRecord["batch"]>[number]["state"];

/** A pod of a batch and its state. */
interface BatchPod {
  readonly prepared: PreparedRequest;
  readonly pod: DeletedPod;
  state: PodState;
}

interface BatchOptions {
  readonly atOnce: number;
  readonly stopAtFailure: boolean;
  readonly send: (prepared: PreparedRequest) => Promise<SendResult>;
  readonly reading: () => ClusterReading;
  /** Waits until the state may have changed. */
  readonly waitForChange: () => Promise<void>;
  readonly signal: AbortSignal;
  /** In milliseconds, on the cluster's clock. */
  readonly nowMs: () => number;
  readonly onChange: (state: ActionState, pods: NonNullable<ActionRecord["batch"]>) => void;
}

/** A replacement pod that is not available after this time is a failure. */
const REPLACEMENT_TIMEOUT_MS = 15 * 60_000;

/**
 * Deletes pods in waves: the next ones when earlier replacements are available. If requested, ends at the first
 * failure and does not touch the rest.
 * *Invariant*: at most `atOnce` deleted pods wait for their replacements, and a pod is deleted once. A replacement that
 * failed is no longer awaited.
 */
export class Batch {
  readonly #batchPods: BatchPod[];
  readonly #tools: BatchOptions;
  #paused = false;
  #ended = false;
  #failure: { readonly text: string; readonly ended?: BatchEnd } | undefined;
  #deletedAtMs = new Map<BatchPod, number>();

  constructor(pods: readonly { readonly prepared: PreparedRequest; readonly pod: DeletedPod }[], tools: BatchOptions) {
    this.#batchPods = pods.map((each) => ({ ...each, state: "waits" }));
    this.#tools = tools;
  }

  steer(to: "pause" | "goOn" | "end"): void {
    this.#paused = to === "pause";
    if (to === "end") this.#ended = true;
    this.#reportChange();
  }

  async run(): Promise<void> {
    const { atOnce, waitForChange, signal } = this.#tools;
    this.#reportChange();
    for (;;) {
      this.#updatePods();
      const isStopped = this.#ended || (this.#failure !== undefined && this.#tools.stopAtFailure);
      const missing = this.#batchPods.filter(({ state }) => state === "deleted");
      const waiting = this.#batchPods.filter(({ state }) => state === "waits");
      if (signal.aborted || (missing.length === 0 && (isStopped || waiting.length === 0))) break;
      const toDelete = isStopped || this.#paused ? [] : waiting.slice(0, Math.max(0, atOnce - missing.length));
      for (const each of toDelete) {
        await this.#delete(each);
        if (this.#failure !== undefined && this.#tools.stopAtFailure) break;
      }
      if (toDelete.length === 0) await waitForChange();
    }
    this.#end();
  }

  async #delete(each: BatchPod): Promise<void> {
    const result = await this.#tools.send(each.prepared);
    const name = each.prepared.object.name;
    if (result.kind === "done") {
      each.state = "deleted";
      this.#deletedAtMs.set(each, this.#tools.nowMs());
    } else {
      // Another client deleted it: the goal is reached anyway.
      const isGone = result.kind === "refused" && (result.refused.why === "notFound" || result.refused.why === "conflict");
      each.state = isGone ? "deleted" : "failed";
      if (isGone) this.#deletedAtMs.set(each, this.#tools.nowMs());
      else
        this.#failure ??= {
          text:
            result.kind === "refused"
              ? `${name} was not deleted: ${result.refused.message}`
              : `it is not known whether ${name} was deleted: ${result.message}`,
        };
    }
    this.#reportChange();
  }

  /** Level-triggered: it compares states, so that missed events do not matter. */
  #updatePods(): void {
    const { reading, nowMs } = this.#tools;
    for (const each of this.#batchPods) {
      if (each.state !== "deleted") continue;
      const next = replacementState(reading(), each.pod);
      const isLate = nowMs() - (this.#deletedAtMs.get(each) ?? 0) > REPLACEMENT_TIMEOUT_MS;
      if (next === "back" || next === "notWanted") each.state = "back";
      else if (next === "failed" || isLate) {
        each.state = "failed";
        const { node } = each.pod;
        this.#failure ??=
          next === "failed"
            ? { text: `the next pod on ${node} fails`, ended: { kind: "podFails", node } }
            : { text: `the next pod on ${node} is not available after 15 minutes`, ended: { kind: "podLate", node } };
      } else continue;
      this.#reportChange();
    }
  }

  #count(...states: readonly PodState[]): number {
    return this.#batchPods.filter(({ state }) => states.includes(state)).length;
  }

  #reportChange(): void {
    const state = { kind: "running", back: this.#count("back"), of: this.#batchPods.length, paused: this.#paused } as const;
    this.#tools.onChange(state, this.#pods());
  }

  #pods(): NonNullable<ActionRecord["batch"]> {
    return this.#batchPods.map(({ prepared, pod, state }) => ({ pod: prepared.object.name, node: pod.node, state }));
  }

  #end(): void {
    for (const each of this.#batchPods) if (each.state === "waits") each.state = "untouched";
    const rest = this.#count("untouched") > 0 ? "; the rest is untouched" : "";
    const back = this.#count("back");
    const total = this.#batchPods.length;
    const { text, ended } =
      this.#failure ??
      (this.#tools.signal.aborted
        ? { text: "the server ended in the middle", ended: { kind: "server" as const } }
        : { text: "it was ended", ended: { kind: "somebody" as const } });
    this.#tools.onChange(
      back === total
        ? { kind: "done" }
        : { kind: "partly", done: back, of: total, message: `${text}${rest}`, ...(ended === undefined ? {} : { ended }) },
      this.#pods(),
    );
  }
}
