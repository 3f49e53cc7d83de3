import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { hasSynced, REQUIRED_SOURCES_OF_PAGE, type SourceStatuses } from "@daemonscope/kube/source-status";
import { fnv64Hex } from "@daemonscope/kube/values/fnv";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { AgentSummary, ClusterSummary, ClustersAnswer } from "@daemonscope/shared/http/clusters";
import { daemonSetsOf } from "@daemonscope/shared/state/cluster-state";
import { rowCount, rowIdOf } from "@daemonscope/shared/state/row-ids";
import { agentIdentity, agentSummary } from "./agent-summary.ts";
import type { NamedCluster } from "./cluster-runtime.ts";
import type { MultiCluster } from "./clusters.ts";

/** The number of NotReady nodes that the page names. */
const MAX_NODE_NAMES = 3;
/** Minimum time between two computations of the summaries, regardless of the number of clients. */
const REFRESH_INTERVAL_MS = 500;
/** Interval of updates for values that change only with time, like the remaining time of a rollout. */
const ROLLOUT_REFRESH_MS = 5_000;
const NO_CELLS = new Uint8Array(0);

/** Numbers for templates: equal for equal templates of agents that are alike, in all clusters. The hash of a
 *  template, which may hold secrets, stays on the server. */
class TemplateNumbers {
  readonly #byAlike = new Map<string, Map<string, number>>();

  numberOf(alike: string, hash: string): number {
    const numbers = this.#byAlike.get(alike) ?? new Map<string, number>();
    this.#byAlike.set(alike, numbers);
    const known = numbers.get(hash);
    if (known !== undefined) return known;
    numbers.set(hash, numbers.size);
    return numbers.size - 1;
  }
}

interface CachedAgents {
  readonly epoch: string;
  readonly seq: number;
  readonly madeMs: number;
  /** True if all needed data was read and sent before. Then a missing agent does not exist. */
  readonly isWhole: boolean;
  readonly agents: readonly AgentSummary[];
  readonly text: string;
  /** The version in which the agents last changed. */
  readonly version: number;
}

/** Returns the connection state of a cluster, from its needed sources at its time `atMs`. The sentence is that of the
 *  first failing source, or else of the first one that is not live. Kinds that are forbidden and were never read do not
 *  count, except DaemonSets, without which nothing can be shown. */
export function clusterConnectivity(sources: SourceStatuses, atMs: number): Pick<ClusterSummary, "hearing" | "detail" | "silentMs"> {
  const { daemonsets } = sources;
  const withDetail = (detail: string | undefined) => (detail === undefined ? {} : { detail });
  if (daemonsets.state === "forbidden" && !hasSynced(daemonsets)) return { hearing: "forbidden", ...withDetail(daemonsets.detail) };
  const needed = REQUIRED_SOURCES_OF_PAGE.map((name) => sources[name]).filter(
    (status) => status.state !== "forbidden" || hasSynced(status),
  );
  const failing = needed.filter(({ state }) => state !== "live" && state !== "syncing");
  const [first] = failing;
  if (first !== undefined) {
    const proven = failing.flatMap(({ provenAtMs }) => (provenAtMs === undefined ? [] : [provenAtMs]));
    const oldestMs = proven.length < failing.length ? undefined : Math.min(...proven);
    return {
      hearing: "silent",
      ...withDetail(first.detail),
      ...(oldestMs === undefined ? {} : { silentMs: Math.max(0, atMs - oldestMs) }),
    };
  }
  return needed.every(({ state }) => state === "live")
    ? { hearing: "live" }
    : { hearing: "reading", ...withDetail(needed.find(({ state }) => state !== "live")?.detail) };
}

const isComplete = ({ live }: NamedCluster): boolean =>
  clusterConnectivity(live.sources(), live.clock.nowMs()).hearing === "live" &&
  daemonSetsOf(live.log.state).length >= live.model.reading.daemonSetKeys().length;

/** Summaries of all clusters for clients that poll. The agents of a cluster are computed after new frames, and
 *  sent to clients that lack them. Without requests nothing is computed. */
export class ClusterSummaries {
  readonly #several: () => MultiCluster;
  readonly #run: string;
  readonly #elapsedMs: () => number;
  readonly #numbers = new TemplateNumbers();
  readonly #cached = new Map<string, CachedAgents>();
  #version = 0;
  #refreshedMs = Number.NEGATIVE_INFINITY;

  /** `run`: a random id of this process. Versions of another process are unknown here. */
  constructor(several: () => MultiCluster, run: string, elapsedMs: () => number) {
    this.#several = several;
    this.#run = run;
    this.#elapsedMs = elapsedMs;
  }

  answer(since: string | undefined): ClustersAnswer {
    this.#refresh();
    const [, run, text] = /^([a-z0-9]+)\.(\d{1,15})$/.exec(since ?? "") ?? [];
    const known = run === this.#run && Number(text) <= this.#version ? Number(text) : undefined;
    const { named, unusable, notes } = this.#several();
    return {
      version: `${this.#run}.${this.#version}`,
      whole: known === undefined,
      clusters: [
        ...named.map((part) => this.#summaryOf(part, known)),
        ...unusable.map(
          ({ name, context, problem, isForbidden = false }): ClusterSummary => ({
            name,
            context,
            simulated: false,
            hearing: isForbidden ? "forbidden" : "unusable",
            detail: problem,
            atMs: 0,
            agents: [],
          }),
        ),
      ],
      notes,
    };
  }

  #summaryOf({ name, live, readsAs }: NamedCluster, known: number | undefined): ClusterSummary {
    const { cluster, rows } = live.log.state;
    const sources = live.sources();
    const atMs = live.clock.nowMs();
    const made = this.#cached.get(name);
    const unready = unreadyNodes(daemonSetsOf(live.log.state));
    return {
      name,
      context: cluster.context,
      server: cluster.server,
      ...(cluster.version === undefined ? {} : { version: cluster.version }),
      simulated: cluster.simulated,
      ...this.#hearingOf(sources, atMs, made),
      atMs,
      ...(readsAs !== undefined ? { templatesInPart: true } : {}),
      ...(hasSynced(live.log.state.sources.nodes) ? { nodes: rowCount(rows) } : {}),
      ...(unready === undefined ? {} : { unready: { ...unready, nodes: unready.nodes.slice(0, MAX_NODE_NAMES) } }),
      ...(known !== undefined && (made?.version ?? 0) <= known ? {} : { agents: made?.agents ?? [] }),
    };
  }

  /** A cluster is live when its agents are complete. A first list arrives gradually, and agents that did not
   *  arrive yet are not missing from the cluster. */
  #hearingOf(sources: SourceStatuses, atMs: number, made: CachedAgents | undefined): ReturnType<typeof clusterConnectivity> {
    const connectivity = clusterConnectivity(sources, atMs);
    return connectivity.hearing === "live" && made?.isWhole !== true ? { hearing: "reading" } : connectivity;
  }

  #refresh(): void {
    const nowMs = this.#elapsedMs();
    if (nowMs - this.#refreshedMs < REFRESH_INTERVAL_MS) return;
    this.#refreshedMs = nowMs;
    const next = this.#version + 1;
    for (const part of this.#several().named) {
      const before = this.#cached.get(part.name);
      const { epoch, seq } = part.live.log.state;
      const isWhole = isComplete(part);
      const isMoving = before?.agents.some(({ underWay }) => underWay) === true && nowMs - before.madeMs >= ROLLOUT_REFRESH_MS;
      if (before !== undefined && before.epoch === epoch && before.seq === seq && before.isWhole === isWhole && !isMoving) continue;
      const agents = this.#agentsOf(part);
      const text = JSON.stringify(agents);
      const isSame = before !== undefined && before.text === text;
      if (!isSame) this.#version = next;
      this.#cached.set(
        part.name,
        isSame ? { ...before, epoch, seq, madeMs: nowMs, isWhole } : { epoch, seq, madeMs: nowMs, isWhole, agents, text, version: next },
      );
    }
  }

  #agentsOf({ live, readsAs }: NamedCluster): readonly AgentSummary[] {
    const { state } = live.log;
    const { reading } = live.model;
    live.bringToNow();
    return daemonSetsOf(state).map((record) => {
      const column = rowIdOf(state.columns, record.key);
      const cells = column === undefined ? NO_CELLS : (state.cells[column]?.now ?? NO_CELLS);
      const object = reading.daemonSet(record.key);
      // Each log numbers its templates itself. Templates of several logs are only comparable by their parts in the
      // log.
      const hash = object === undefined ? "" : readsAs !== undefined ? fnv64Hex(stableJson(object.spec.template)) : object.templateHash;
      return agentSummary(reading, record, cells, this.#numbers.numberOf(agentIdentity(record), hash));
    });
  }
}
