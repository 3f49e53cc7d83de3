import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { NodePod } from "@daemonscope/shared/http/node-pods";

/** A step of a join, in milliseconds after the creation of the node. */
export type JoinTime = number | "notYet" | "unknown";

/** A DaemonSet on a node, with the steps of its first pod there. */
export interface JoinRow {
  readonly key: string;
  readonly created: JoinTime;
  readonly started: JoinTime;
  readonly ready: JoinTime;
  /** The others were ready before. */
  readonly isSlowest: boolean;
}

type Entry = NodeAnswer["daemonSets"][number];

/** The API has whole seconds, rounded down. */
const SECOND_MS = 1000;

const WAITING = { created: "notYet", started: "notYet", ready: "notYet", isSlowest: false } as const;
const UNKNOWN = { created: "unknown", started: "unknown", ready: "unknown", isSlowest: false } as const;

/** Returns the start of the first pod, if it is still there and the clocks agree. */
function startedOf({ createdMs, readyMs }: NonNullable<Entry["join"]>, joinedAtMs: number, pods: readonly NodePod[]): JoinTime {
  const pod = pods.find(({ createdAtMs }) => createdAtMs === joinedAtMs + createdMs);
  if (pod?.phase === "Pending" && readyMs === undefined) return "notYet";
  if (pod?.startedAtMs === undefined) return "unknown";
  const started = pod.startedAtMs - joinedAtMs;
  return started >= createdMs && started <= (readyMs ?? Number.POSITIVE_INFINITY) + SECOND_MS ? started : "unknown";
}

function rowOf({ key, verdict, pods, join }: Entry, joinedAtMs: number, nodePods: readonly NodePod[]): JoinRow | undefined {
  if (join === undefined && pods.length === 0) return verdict === "run" ? { key, ...WAITING } : undefined;
  if (join === undefined) return { key, ...UNKNOWN };
  const own = nodePods.filter(({ owner }) => owner.kind === "daemonSet" && owner.key === key);
  const started = startedOf(join, joinedAtMs, own);
  const ready = join.readyMs ?? (pods.some((pod) => pod.ready) ? "unknown" : "notYet");
  return { key, created: join.createdMs, started, ready, isSlowest: false };
}

const rank = ({ ready }: JoinRow): number => (typeof ready === "number" ? ready : Number.POSITIVE_INFINITY);

/** Returns the agents of a node in the order in which they became ready; empty if no join is known. `nodePods`: the
 *  pods as the cluster reports them now. */
export function joinRows(daemonSets: readonly Entry[], joinedAtMs: number, nodePods: readonly NodePod[]): readonly JoinRow[] {
  if (daemonSets.every(({ join }) => join === undefined)) return [];
  const rows = daemonSets.flatMap((entry) => rowOf(entry, joinedAtMs, nodePods) ?? []);
  rows.sort((a, b) => rank(a) - rank(b) || compareTexts(a.key, b.key));
  const known = rows.filter(({ ready }) => typeof ready === "number");
  const [next, last] = known.slice(-2);
  const slowest = last !== undefined && next?.ready !== last.ready ? last : undefined;
  return rows.map((row) => (row === slowest ? { ...row, isSlowest: true } : row));
}
