import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import { nodesMarked } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { openCluster } from "../open/open-cluster.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { NotFoundError, selectDaemonSets } from "../open/select-keys.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { ProgressLine } from "../print/progress-line.ts";
import { canOverwrite } from "../print/terminal-colors.ts";
import { EXIT_TIMED_OUT, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { DEGRADABLE_SOURCES, OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";
import { type Ending, progressText, timeoutText } from "./wait-ending.ts";
import { isWholeAnswer, outcomeOf, type WaitOutcome, warnAfterSuccess, worstCode, writeOutcomes } from "./wait-outcome.ts";

/** The result of a wait. */
type WaitVerdict =
  | { readonly kind: "waiting" }
  | { readonly kind: "there" }
  /** Waiting alone does not complete the rollout. The record has the cause. */
  | { readonly kind: "stuck" };

const WAITING: WaitVerdict = { kind: "waiting" };

/**
 * Decides a wait from a record. `complete` is kubectl's own end of a rollout (R5). `updated` means that each wanted pod
 * is of the current revision, available or not, which OnDelete can reach, too. A controller that replaces the pods must
 * have completed its work on each node (R31). Stuck is our inference, and only if
 * waiting alone does not end it (R8). With `ignoreLeavingNodes`, a node that leaves and has no available pod does not
 * count (N2).
 */
export function waitVerdict(
  record: DaemonSetRecord,
  { until, ignoreLeavingNodes }: Pick<WaitConfig, "until" | "ignoreLeavingNodes">,
): WaitVerdict {
  const { reported, generation, observedGeneration, rollout, concern } = record;
  const isObserved = observedGeneration >= generation;
  const isThere =
    until === "complete"
      ? rollout.kind === "complete" || rollout.kind === "noNodes"
      : isObserved && reported.updatedNumberScheduled >= reported.desiredNumberScheduled && !isUpgrading(record);
  const isDoneElsewhere = ignoreLeavingNodes && isObserved && record.doneExceptLeaving === true;
  if (isThere || isDoneElsewhere) return { kind: "there" };
  return concern?.stuck === true || onlyFailingPodsAreNew(record) ? { kind: "stuck" } : WAITING;
}

/** Reports whether each pod of the current revision fails and no controller replaces pods: to delete the others would
 *  break more nodes (R10, R27). */
const onlyFailingPodsAreNew = ({ newPodsFail, neverReady, managedBy }: DaemonSetRecord): boolean =>
  newPodsFail === true && neverReady !== undefined && managedBy === undefined;

/** Reports whether the controller that replaces the pods still works on a node, or gave up on one. */
const isUpgrading = ({ managedBy }: DaemonSetRecord): boolean =>
  managedBy !== undefined && (nodesMarked(managedBy) > 0 || managedBy.phases.some(({ phase }) => phase === "failed"));

/** Prints the lines of the result. A timeout is an error of kubectl's wait, too, and goes to stderr. */
function printEnding(lines: readonly string[], end: Ending, terminal: Terminal): void {
  const [first, ...others] = lines;
  if (end === "timeout" && first !== undefined) terminal.warn(`error: ${first}`);
  for (const line of end === "timeout" ? others : lines) terminal.print(line);
}

/** A wait for one DaemonSet. */
interface Awaited {
  readonly key: string;
  /** Undefined before the first lists. */
  readonly uid: string | undefined;
  last: DaemonSetRecord | undefined;
  readonly progress: ProgressLine;
  outcome: WaitOutcome | undefined;
}

/** The results of the rollouts of one cluster. */
interface WaitResult {
  readonly code: number;
  readonly outcomes: readonly WaitOutcome[];
}

/** The waits of one cluster, until all rollouts are complete, or until one decides the result. */
class Waits {
  readonly #cluster: OpenCluster;
  readonly #config: WaitConfig;
  readonly #terminal: Terminal;
  readonly #clusterName: string | undefined;
  readonly #startedAtMs: number;
  readonly #namespace: string | undefined;
  readonly #live: ReturnType<typeof openCommandModel>;
  readonly #ended: Promise<void>;
  #finish: () => void = () => undefined;
  #awaited: readonly Awaited[];

  constructor(cluster: OpenCluster, config: WaitConfig, terminal: Terminal, clusterName: string | undefined) {
    this.#cluster = cluster;
    this.#config = config;
    this.#terminal = terminal;
    this.#clusterName = clusterName;
    this.#startedAtMs = cluster.clock.nowMs();
    this.#namespace = requestedNamespace(config, cluster.namespace);
    this.#ended = new Promise((done) => {
      this.#finish = done;
    });
    this.#awaited = config.daemonSets.map((name) => this.#awaitedOf(`${this.#namespace ?? ""}/${name}`, undefined, true));
    this.#live = openCommandModel(cluster, {
      plan: config,
      namespace: this.#namespace,
      needed: REQUIRED_SOURCES,
      degradable: DEGRADABLE_SOURCES,
      optional: OPTIONAL_SOURCES,
      onChanges: () => this.#check(),
      // Checks again when staleness ends without a change.
      onReturn: () => this.#check(),
      terminal: { ...terminal, warn: (line) => this.#warn(line) },
    });
  }

  async run(): Promise<WaitResult> {
    const { timeoutMs } = this.#config;
    const { stop } = this.#terminal;
    // The timeout starts here: it covers an unresponsive server too.
    const timer = timeoutMs === 0 ? undefined : this.#cluster.clock.after(timeoutMs, () => this.#timeOut());
    const giveUp = new AbortController();
    void this.#ended.then(() => giveUp.abort());
    const onStop = () => this.#finish();
    stop.addEventListener("abort", onStop, { once: true });
    if (stop.aborted) onStop();
    try {
      if (await this.#live.listed(giveUp.signal)) {
        if (this.#cluster.identity.simulated) this.#terminal.warn(`${this.#cluster.words}.`);
        this.#awaited = this.#selected();
        this.#check();
      }
      await this.#ended;
      for (const each of this.#awaited) if (each.outcome === undefined) this.#end(each, "stopped");
      const outcomes = this.#awaited.flatMap(({ outcome }) => outcome ?? []);
      if (stop.aborted) return { code: signalExitCode(stop), outcomes };
      return { code: outcomes.length === 0 ? EXIT_TIMED_OUT : worstCode(outcomes), outcomes };
    } finally {
      timer?.cancel();
      stop.removeEventListener("abort", onStop);
      await this.#live.close();
    }
  }

  #awaitedOf(key: string, last: DaemonSetRecord | undefined, isOnly: boolean): Awaited {
    const { isTerminal, environment, columns, write } = this.#terminal;
    // Lines of several rollouts are interleaved, so none is overwritten.
    const progress = new ProgressLine((text) => write(text), isOnly && canOverwrite(isTerminal, environment), columns);
    return { key, uid: last?.uid, last, progress, outcome: undefined };
  }

  /** Returns the waits for the selected DaemonSets. Throws UsageError if there is none. */
  #selected(): readonly Awaited[] {
    const { reading } = this.#live;
    const keys = selectDaemonSets(reading.daemonSetKeys(), (key) => reading.daemonSet(key), this.#config, this.#namespace);
    const where = this.#namespace === undefined ? "" : ` in namespace "${this.#namespace}"`;
    if (keys.length === 0) throw new NotFoundError(`There is no matching DaemonSet${where}.`);
    const records = keys.flatMap((key) => reading.daemonSetRecord(key) ?? []);
    const awaited = records.filter((record) => this.#hasEnd(record));
    if (awaited.length === 0) throw new UsageError("no matching DaemonSet has a rollout that ends: use --for=updated");
    return awaited.map((record) => this.#awaitedOf(record.key, record, awaited.length === 1));
  }

  /** Reports whether the rollout of a DaemonSet can end. One without an end is left out of a selection. Throws
   *  UsageError if the user named it. */
  #hasEnd({ strategy, name }: DaemonSetRecord): boolean {
    const { until, daemonSets } = this.#config;
    if (strategy !== "OnDelete" || until === "updated") return true;
    const message = `daemon set "${name}" uses OnDelete, so its rollout has no end. Use --for=updated to wait until all pods run the new revision.`;
    if (daemonSets.length > 0) throw new UsageError(message);
    this.#warn(`Warning: ${message}`);
    return false;
  }

  #warn(line: string): void {
    for (const { progress } of this.#awaited) progress.end();
    this.#terminal.warn(line);
  }

  #check(): void {
    // Before the first lists, the DaemonSets of a selection are not known.
    if (this.#awaited.length === 0) return;
    for (const each of this.#awaited) {
      if (each.uid === undefined || each.outcome !== undefined) continue;
      const ending = this.#endingOf(each);
      if (ending !== undefined) this.#end(each, ending);
      else if (each.last !== undefined && this.#live.doubt() === undefined && !isWholeAnswer(this.#config))
        each.progress.show(escapeControl(progressText(each.last)));
    }
    const codes = this.#awaited.map(({ outcome }) => outcome?.code);
    if (codes.every((code) => code === 0) || codes.some((code) => code !== undefined && code !== 0)) this.#finish();
  }

  /** Returns the end of a wait, and notes its last state. Undefined while it continues. */
  #endingOf(awaited: Awaited): Ending | undefined {
    const record = this.#live.reading.daemonSetRecord(awaited.key);
    // A new DaemonSet of the same name is not the awaited one.
    if (record === undefined || record.uid !== awaited.uid) return "gone";
    awaited.last = record;
    // Stale data may be outdated in either direction.
    if (this.#live.doubt() !== undefined) return undefined;
    const verdict = waitVerdict(record, this.#config);
    if (verdict.kind === "there" && this.#config.requireNodes && hasNoMatchingNode(record)) return "noNodes";
    return verdict.kind === "waiting" ? undefined : verdict.kind;
  }

  #end(awaited: Awaited, end: Ending): void {
    const live = this.#live;
    const { key, last } = awaited;
    const tookMs = this.#cluster.clock.nowMs() - this.#startedAtMs;
    awaited.progress.end();
    const { lines, ...outcome } = outcomeOf({ end, last, live, key, clusterName: this.#clusterName, tookMs }, this.#config, this.#terminal);
    awaited.outcome = outcome;
    if (!isWholeAnswer(this.#config)) printEnding(lines, end, this.#terminal);
    if (end === "there") warnAfterSuccess(last, live, this.#config, this.#terminal);
  }

  #timeOut(): void {
    if (this.#awaited.length === 0) this.#warn(`error: ${timeoutText(undefined, this.#live.doubt(), this.#config)}`);
    for (const each of this.#awaited) if (each.outcome === undefined) this.#end(each, "timeout");
    this.#finish();
  }
}

/** Waits on an open cluster. Prints progress and results, unless the whole answer is printed at the end. */
export const resultOn = (cluster: OpenCluster, config: WaitConfig, terminal: Terminal, clusterName?: string): Promise<WaitResult> =>
  new Waits(cluster, config, terminal, clusterName).run();

/** Runs `wait` on an open cluster. */
export async function waitOn(cluster: OpenCluster, config: WaitConfig, terminal: Terminal): Promise<number> {
  const { code, outcomes } = await resultOn(cluster, config, terminal);
  writeOutcomes(outcomes, config, config.daemonSets.length === 1, terminal);
  return code;
}

/**
 * `daemonscope wait`: ends with the rollouts, as soon as one certainly will not complete, or at the timeout. Returns
 * the exit code.
 */
export async function wait(config: WaitConfig, terminal: Terminal): Promise<number> {
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await waitOn(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
