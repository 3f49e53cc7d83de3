import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import {
  CELL_FLAGS,
  type CellState,
  cellByte,
  cellState,
  hasFlag,
  isLeavingCell,
  withoutFlags,
} from "@daemonscope/daemonset/pair/cell/cell";
import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { forecastOf } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import type { AgentSummary, NodeCounts } from "@daemonscope/shared/http/clusters";

/** Limit of the images of older revisions. */
const MAX_OLDER_IMAGES = 3;
/** Limit of the images. A template may have any number of containers; those that distinguish clusters are among
 *  the first. */
const MAX_IMAGES = 8;

/** Number of values of a cell byte. */
const BYTES = 256;
/** The flags of a cell byte that do not count. */
const UNCOUNTED_FLAGS = CELL_FLAGS.terminating | CELL_FLAGS.twoPods;
const EXCLUDED = cellByte({ state: "excluded", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false });

/** Counts the cells of a DaemonSet by state, revision and readiness of the node, without excluded nodes. O(rows). */
function countNodes(cells: Uint8Array): readonly NodeCounts[] {
  const counts = new Uint32Array(BYTES);
  for (const byte of cells) {
    const countedByte = byte & ~UNCOUNTED_FLAGS;
    counts[countedByte] = (counts[countedByte] ?? 0) + 1;
  }
  return [...counts.entries()].flatMap(([byte, count]) =>
    count === 0 || withoutFlags(byte) === EXCLUDED
      ? []
      : [
          {
            state: cellState(byte),
            old: hasFlag(byte, "oldRevision"),
            unready: hasFlag(byte, "nodeUnready"),
            ...(isLeavingCell(byte) ? { leaving: true } : {}),
            count,
          },
        ],
  );
}

/** Returns the number of nodes of a concern; undefined if it states none. */
function aboutOf(detail: ConcernDetail): number | undefined {
  if (detail.kind === "loops") return detail.nodes;
  return "count" in detail ? detail.count : undefined;
}

/** Moves the main container to the front: the one with the DaemonSet's name, else the first. */
function mainFirst({ name, containers }: DaemonSetRecord): DaemonSetRecord["containers"] {
  const main = containers.find((container) => container.name === name) ?? containers[0];
  return main === undefined ? [] : [main, ...containers.filter((container) => container !== main)];
}

/** The recommended name label in the text of a selector. */
const WELL_KNOWN = /(?:^|,)(app\.kubernetes\.io\/name=[^,]+)/;

/** Returns a key that is equal for the same agent in several clusters, regardless of namespace. */
export const agentIdentity = ({ name, selector }: Pick<DaemonSetRecord, "name" | "selector">): string =>
  WELL_KNOWN.exec(selector)?.[1] ?? `${name} ${selector}`;

/** Returns the cause on most nodes; undefined if pods only start. */
const mainCause = ({ causes }: DaemonSetRecord): DaemonSetRecord["causes"][number] | undefined =>
  causes.filter(({ state }) => state !== "starting").toSorted((a, b) => b.count - a.count)[0];

const LACKING_STATES: ReadonlySet<CellState> = new Set(["missing", "unscheduled"]);

/** Summarizes a DaemonSet of one cluster for the list of clusters. `template`: a number that is equal for equal
 *  templates of agents that are alike, in all clusters. O(rows). */
export function agentSummary(reading: ClusterReading, record: DaemonSetRecord, cells: Uint8Array, template: number): AgentSummary {
  const { key, reported, concern, underWay, strategy } = record;
  const images = mainFirst(record).slice(0, MAX_IMAGES);
  const [main] = images;
  const nodes = countNodes(cells);
  const older = record.revisions
    .filter(({ current, nodes: count }) => !current && (count ?? 0) > 0)
    .flatMap(({ hash }) => reading.containersOf(key, hash)?.find(({ name }) => name === main?.name)?.image ?? []);
  const forecast = forecastOf(record, reading.nowMs);
  const cause = concern === null ? undefined : mainCause(record);
  const about = concern === null ? undefined : aboutOf(concern.detail);
  return {
    key,
    alike: agentIdentity(record),
    need: verdictKindOf(record),
    word: verdictWordOf(record),
    ...(concern?.sinceMs === undefined ? {} : { sinceMs: concern.sinceMs }),
    ...(about === undefined ? {} : { about }),
    ...(cause === undefined ? {} : { cause: { fact: cause.cause, nodes: cause.count } }),
    underWay,
    onDelete: strategy === "OnDelete",
    desired: reported.desiredNumberScheduled,
    available: reported.numberAvailable,
    updated: reported.updatedNumberScheduled,
    images: images.map(({ name, image }) => [name, image] as const),
    olderImages: [...new Set(older)].filter((image) => image !== main?.image).slice(0, MAX_OLDER_IMAGES),
    template,
    nodes,
    lacking: nodes.reduce((sum, { state, count }) => sum + (LACKING_STATES.has(state) ? count : 0), 0),
    ...(forecast.kind === "moving"
      ? { left: { aboutMs: forecast.leftMs, soonestMs: forecast.within.soonestMs, latestMs: forecast.within.latestMs } }
      : {}),
  };
}
