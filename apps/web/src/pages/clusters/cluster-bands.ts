import type { VerdictWord } from "@daemonscope/daemonset/rollout/verdict-word";
import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { Matrix } from "../../data/clusters/matrix.ts";
import type { BandLook } from "../../panels/timeline/lanes/band-look.ts";
import type { Band } from "../../panels/timeline/lanes/bands.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { ageMsOf } from "./matrix-cell-text.ts";

const LOOKS: Readonly<Record<Exclude<VerdictWord, "healthy">, BandLook>> = {
  stuck: "failing",
  failing: "failing",
  degraded: "failing",
  shrunk: "changed",
  misscheduled: "misscheduled",
  manual: "manual",
  rolling: "rolling",
};

/** Returns the time on the clock of the page at which a cluster was confirmed last; undefined while it is live. */
const lastProofMs = ({ hearing, silentMs }: ClusterSummary, nowMs: number, sinceAnswerMs: number): number | undefined =>
  hearing === "live" || silentMs === undefined ? undefined : nowMs - silentMs - sinceAnswerMs;

/** Returns a band for each present problem with a known beginning, and for each disconnected cluster. Times are on the
 *  clock of the page. NotReady nodes are one band of their cluster, and not one of each DaemonSet. */
export function clusterBands(t: Translate, { clusters, rows }: Matrix, nowMs: number, sinceAnswerMs: number): readonly Band[] {
  const bandOf = (words: string, look: BandLook, fromMs: number, toMs?: number): Band => ({
    name: { kind: "daemonSet", name: words },
    fromMs,
    toMs,
    parts: [{ look, fromMs, toMs }],
  });
  return clusters.flatMap((cluster, at) => {
    const { name, hearing, unready } = cluster;
    const proofMs = lastProofMs(cluster, nowMs, sinceAnswerMs);
    const beginOf = (sinceMs: number | undefined): number | undefined => {
      const ageMs = sinceMs === undefined ? undefined : ageMsOf(sinceMs, cluster, sinceAnswerMs);
      return ageMs === undefined ? undefined : (proofMs ?? nowMs) - ageMs;
    };
    const problems = rows.flatMap((row) => {
      const point = row.points[at];
      if (point?.kind !== "there" || point.agent.word === "healthy" || point.agent.need === "nodesUnready") return [];
      const fromMs = beginOf(point.agent.sinceMs);
      return fromMs === undefined ? [] : [bandOf(`${name} ${row.name}`, LOOKS[point.agent.word], fromMs, proofMs)];
    });
    const unreadyMs = beginOf(unready?.sinceMs);
    const nodes =
      unready === undefined || unreadyMs === undefined
        ? []
        : [bandOf(`${name} ${t("clusters.phrase.unready", { count: unready.count })}`, "notReady", unreadyMs, proofMs)];
    const silent =
      hearing !== "silent" || proofMs === undefined ? [] : [bandOf(t("clusters.dock.silent", { cluster: name }), "notReady", proofMs)];
    return [...silent, ...problems, ...nodes];
  });
}
