import { budgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { type JoinTimes, joinTimesInParts } from "@daemonscope/daemonset/model/join-times";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { isHalted } from "@daemonscope/daemonset/records/concern-detail";
import { type DaemonSetRecord, unavailablePartsOf } from "@daemonscope/daemonset/records/records";
import { PACE_BUCKET_MS } from "@daemonscope/daemonset/records/rollout-pace";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { VERDICT_WORDS, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { PATHS } from "@daemonscope/shared/http/paths";
import { english } from "@daemonscope/words/english";
import { causeWord } from "@daemonscope/words/facts/cause-text";
import { leavingCount } from "@daemonscope/words/facts/leaving-text";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { ClusterRuntime } from "../../clusters/cluster-runtime.ts";
import { drainInSlices } from "../../feed/drain-in-slices.ts";
import type { RouteContext } from "../context.ts";
import { type ClusterInstruments, clusterInstruments, type ReadableClusters } from "./cluster-metrics.ts";
import { instrumentsOf, type LabelledValue } from "./prometheus.ts";

/** Maximum causes per DaemonSet with their own series, the largest first. The others share one series. */
const MAX_CAUSES = 8;
const OTHER = "other";
/** Maximum characters of a cause: a scheduler's reason has any length. */
const CAUSE_LENGTH = 80;

type Extra = Readonly<Record<string, string>>;
type ValuesOf = (record: DaemonSetRecord) => readonly (readonly [extra: Extra, value: number])[];

const optionalSample = (value: number | undefined): ReturnType<ValuesOf> => (value === undefined ? [] : [[{}, value]]);

/** Counts nodes by the word and the kind of their cause, with at most MAX_CAUSES + 1 results. The subject is no label,
 *  because names are unbounded. */
function countByCause(groups: readonly { readonly cause: CauseFact; readonly count: number }[]): ReturnType<ValuesOf> {
  const counts = new Map<string, { readonly labels: Extra; readonly count: number }>();
  for (const { cause, count } of groups) {
    const labels = { cause: [...causeWord(english, cause)].slice(0, CAUSE_LENGTH).join(""), kind: cause.kind };
    const key = `${labels.cause}\n${labels.kind}`;
    counts.set(key, { labels, count: (counts.get(key)?.count ?? 0) + count });
  }
  const largest = [...counts].sort(([a, x], [b, y]) => y.count - x.count || compareTexts(a, b)).map(([, found]) => found);
  const reported = largest.slice(0, MAX_CAUSES).map(({ labels, count }) => [labels, count] as const);
  const rest = largest.slice(MAX_CAUSES).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? reported : [...reported, [{ cause: OTHER, kind: OTHER }, rest]];
}

/** Counts nodes with a problem by its state. */
function countByState({ causes }: DaemonSetRecord): ReturnType<ValuesOf> {
  const counts = new Map<string, number>();
  // A node on its way out is no problem (rule N2).
  for (const { state, count } of causes) if (state !== "leaving") counts.set(state, (counts.get(state) ?? 0) + count);
  return [...counts].map(([state, count]) => [{ state }, count]);
}

/** Returns the recent rollout pace in nodes per minute; undefined before the first node, and while no rollout is
 *  measured. */
function nodesPerMinute({ pace }: DaemonSetRecord): number | undefined {
  if (pace === undefined || pace.counts.length === 0) return undefined;
  const updatedNodes = pace.counts.reduce((sum, count) => sum + count, 0);
  return updatedNodes / ((pace.counts.length * PACE_BUCKET_MS) / 60_000);
}

function droppedNodes({ concern }: DaemonSetRecord): number {
  const detail = concern?.detail;
  return detail?.kind === "dropped" || detail?.kind === "pauseLeft" ? detail.count : 0;
}

const hasBudget = ({ budget }: DaemonSetRecord): boolean => budget.kind === "maxUnavailable" || budget.kind === "maxSurge";

/** Metrics that kube-state-metrics lacks. */
const METRICS: readonly (readonly [name: string, help: string, valuesOf: ValuesOf, labels?: readonly string[]])[] = [
  [
    "daemonset_verdict",
    `1 for the verdict of the page; word: ${VERDICT_WORDS.join(", ")}; verdict has the old values, which word replaces`,
    (record) => [[{ verdict: verdictKindOf(record), word: verdictWordOf(record) }, 1]],
    ["verdict", "word"],
  ],
  [
    "daemonset_concern",
    "1 for the problem that needs a user; no series without one",
    ({ concern }) => (concern === null ? [] : [[{ kind: concern.kind }, 1]]),
    ["kind"],
  ],
  [
    "daemonset_concern_since_seconds",
    "Start of the problem that needs a user, in seconds since the epoch; no series if it is unknown",
    ({ concern }) => optionalSample(concern?.sinceMs === undefined ? undefined : concern.sinceMs / 1000),
  ],
  [
    "daemonset_rollout_stuck",
    "1 while a rollout makes no progress and waiting alone does not end it",
    ({ concern }) => optionalSample(concern?.stuck ? 1 : 0),
  ],
  [
    "daemonset_rollout_halted",
    "1 while a rollout makes no progress because of nodes that its revision may have broken",
    ({ concern }) => optionalSample(concern !== null && isHalted(concern.detail) ? 1 : 0),
  ],
  [
    "daemonset_rollout_under_way",
    "1 while pods are being replaced, or come up for the first time",
    ({ underWay }) => optionalSample(underWay ? 1 : 0),
  ],
  [
    "daemonset_rollout_remaining_nodes",
    "Nodes that are wanted and not yet updated and available, while a rollout is measured",
    ({ pace }) => optionalSample(pace?.remaining),
  ],
  [
    "daemonset_rollout_nodes_per_minute",
    "Nodes per minute that recently became updated and available, while a rollout is measured",
    (record) => optionalSample(nodesPerMinute(record)),
  ],
  [
    "daemonset_budget_allowed",
    "Nodes that the update strategy allows to have no available pod, or two pods",
    (record) => optionalSample(hasBudget(record) ? record.budget.allowed : undefined),
  ],
  [
    "daemonset_budget_used",
    "Nodes that use the budget during a rollout, otherwise 0; may exceed budget_allowed",
    (record) => optionalSample(hasBudget(record) ? (budgetInUse(record)?.used ?? 0) : undefined),
  ],
  [
    "daemonset_budget_holders",
    "Nodes that use the budget, or lack an available pod while no rollout uses it, by cause; the smallest causes are one",
    ({ budget }) => countByCause(budget.holders),
    ["cause", "kind"],
  ],
  [
    "daemonset_problem_nodes",
    "Nodes with a problem, by state: failing, missing, unscheduled, starting, misscheduled, terminating, nodeUnready",
    countByState,
    ["state"],
  ],
  [
    "daemonset_leaving_nodes",
    "Nodes that it selects and that are being removed or shut down, also if it does not tolerate their taints",
    (record) => [[{}, leavingCount(record)]],
  ],
  [
    "daemonset_misscheduled_nodes",
    "Nodes with a pod that they do not want, by cause",
    ({ causes }) => countByCause(causes.filter(({ state }) => state === "misscheduled")),
    ["cause", "kind"],
  ],
  [
    "daemonset_backoff_loop_nodes",
    "Nodes whose pods fail, are deleted and created again repeatedly",
    ({ concern }) => optionalSample(concern?.kind === "backoffLoop" ? Math.max(1, concern.nodes.length) : 0),
  ],
  [
    "daemonset_desired_fell_nodes",
    "Existing nodes that stopped wanting it, without a change of its template",
    (record) => optionalSample(droppedNodes(record)),
  ],
  [
    "daemonset_managed_nodes",
    "Nodes by phase of the controller that replaces pods under OnDelete; no series without a controller",
    ({ managedBy }) =>
      managedBy === undefined ? [] : managedBy.phases.map(({ phase, count }) => [{ controller: managedBy.controller, phase }, count]),
    ["controller", "phase"],
  ],
  [
    "daemonset_paused_nodes",
    "Nodes that left it while another DaemonSet is upgraded there; no series without such nodes",
    ({ paused }) => (paused === undefined ? [] : [[{ controller: paused.controller }, paused.count]]),
    ["controller"],
  ],
  [
    "daemonset_awaited_nodes",
    "Joining nodes whose startup taint stays until it is Ready there; no series without such nodes",
    ({ awaited }) => (awaited === undefined ? [] : [[{ taint: awaited.taint }, awaited.count]]),
    ["taint"],
  ],
  [
    "daemonset_unavailable_nodes",
    "Nodes that want it and have no available pod, by reason: revision or node_lifecycle; their sum is the derived numberUnavailable",
    (record) => {
      const parts = unavailablePartsOf(record);
      if (parts === undefined) return [];
      return [
        [{ reason: "revision" }, parts.byRevision],
        [{ reason: "node_lifecycle" }, parts.byNodeLifecycle],
      ];
    },
    ["reason"],
  ],
  [
    "daemonset_derived_desired",
    "Nodes that want it, as derived; its status may lag",
    ({ derived }) => optionalSample(derived?.desiredNumberScheduled),
  ],
  [
    "daemonset_derived_available",
    "Nodes with an available pod, as derived; its status may lag",
    ({ derived }) => optionalSample(derived?.numberAvailable),
  ],
];

function addDaemonSetMetrics({ gauge }: ClusterInstruments, recordsOf: (part: ClusterRuntime) => Iterable<DaemonSetRecord>): void {
  for (const [name, help, valuesOf, labels = []] of METRICS)
    gauge(
      name,
      help,
      (part) =>
        [...recordsOf(part)].flatMap((record): readonly LabelledValue[] =>
          valuesOf(record).map(([extra, value]) => ({ labels: { namespace: record.namespace, daemonset: record.name, ...extra }, value })),
        ),
      ["namespace", "daemonset", ...labels],
    );
}

/** Maximum series of the times from join to ready in a cluster, and the series of one DaemonSet and pool. */
const MAX_JOIN_SERIES = 1000;
const SERIES_PER_GROUP = 4;

/** Computes the times in time slices: thousands of nodes that joined take longer than a turn of the event loop may. */
const joinTimes = (reading: ClusterReading): Promise<readonly JoinTimes[]> =>
  drainInSlices(joinTimesInParts(reading, { mostGroups: Math.floor(MAX_JOIN_SERIES / SERIES_PER_GROUP) }), systemTimers);

/** Returns two quantiles of the times to two steps, by DaemonSet and pool. */
const joinSamples = (times: readonly JoinTimes[]): readonly LabelledValue[] =>
  times.flatMap(({ daemonSet: key, pool, created, ready }) => {
    const [namespace, daemonset] = splitKey(key);
    return (
      [
        ["created", created],
        ["ready", ready],
      ] as const
    ).flatMap(([step, { p50Ms, p99Ms }]) =>
      (
        [
          ["0.5", p50Ms],
          ["0.99", p99Ms],
        ] as const
      ).map(([quantile, ms]) => ({
        labels: { namespace, daemonset, pool, step, quantile },
        value: ms / 1000,
      })),
    );
  });

/** GET /metrics/daemonsets, for Prometheus: each DaemonSet's state from the records that the page shows. It names no
 *  nodes or pods, and has at most about forty series per DaemonSet. A cluster that is not ready has no series, so that
 *  old data never count as present; O(DaemonSets + nodes) per scrape. */
export function daemonSetMetricsRoute(
  app: FastifyInstance,
  { clusters }: Pick<RouteContext, "clusters">,
  readableClusters: ReadableClusters,
): void {
  app.get(PATHS.daemonSetMetrics, { config: { access: "clusters" } }, async (request, reply) => {
    const registry = new Registry();
    const readable = await readableClusters(request);
    const joins = new Map<ClusterRuntime, readonly JoinTimes[]>();
    for (const part of readable) if (part.readiness().ready) joins.set(part, await joinTimes(part.live.model.reading));
    const instruments = clusterInstruments(instrumentsOf(registry), clusters, readable);
    addDaemonSetMetrics(instruments, ({ live, readiness }) => (readiness().ready ? live.model.reading.daemonSets() : []));
    instruments.gauge(
      "daemonset_join_to_ready_seconds",
      "Time from the creation of a node until its first pod was created or ready, over the nodes of the last day; at most 1,000 series",
      (part) => joinSamples(joins.get(part) ?? []),
      ["namespace", "daemonset", "pool", "step", "quantile"],
    );
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
