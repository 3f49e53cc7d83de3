import { CELL_FLAGS, type CellState, cellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { ConcernDetail } from "@daemonscope/daemonset/records/concern-detail";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { forecastOf } from "@daemonscope/daemonset/rollout/forecast";
import { needOf } from "@daemonscope/daemonset/rollout/need";
import type { AgentSummary, NodesBy } from "@daemonscope/shared/http/clusters";

/** Of older revisions so many images are told. */
const OLDER_TOLD = 3;
/** A template has any number of containers; those that tell clusters apart are among the first. */
const IMAGES_TOLD = 8;

const BYTES = 256;
const TOLD_FLAGS = 0x0f | CELL_FLAGS.oldRevision | CELL_FLAGS.nodeUnready;
const EXCLUDED = cellByte({ state: "excluded", oldRevision: false, terminating: false, twoPods: false, nodeUnready: false });

/** Cells of a DaemonSet by what they say, those that say the same as one. O(rows). */
function nodesBy(cells: Uint8Array): readonly NodesBy[] {
  const counts = new Uint32Array(BYTES);
  for (const byte of cells) {
    const told = byte & TOLD_FLAGS;
    counts[told] = (counts[told] ?? 0) + 1;
  }
  return [...counts.entries()].flatMap(([byte, count]) =>
    count === 0 || (byte & 0x0f) === EXCLUDED
      ? []
      : [{ state: cellState(byte), old: hasFlag(byte, "oldRevision"), unready: hasFlag(byte, "nodeUnready"), count }],
  );
}

/** How many nodes a concern is about; undefined where it is about none in particular. */
function aboutOf(detail: ConcernDetail): number | undefined {
  if (detail.kind === "loops") return detail.nodes;
  return "count" in detail ? detail.count : undefined;
}

/** The container that a DaemonSet is there for: the one that is called as it is, else the first. */
function mainFirst({ name, containers }: DaemonSetRecord): DaemonSetRecord["containers"] {
  const main = containers.find((container) => container.name === name) ?? containers[0];
  return main === undefined ? [] : [main, ...containers.filter((container) => container !== main)];
}

const WELL_KNOWN = /(?:^|,)(app\.kubernetes\.io\/name=[^,]+)/;

/** What agents of several clusters are the same by, whatever their namespaces. */
export const alikeOf = ({ name, selector }: Pick<DaemonSetRecord, "name" | "selector">): string =>
  WELL_KNOWN.exec(selector)?.[1] ?? `${name} ${selector}`;

const LACKS: ReadonlySet<CellState> = new Set(["missing", "unscheduled"]);

/** What a DaemonSet of one cluster is among many. `template`: the same number for the same template, in whichever cluster. O(rows). */
export function agentSummary(reading: ClusterReading, record: DaemonSetRecord, cells: Uint8Array, template: number): AgentSummary {
  const { key, reported, concern, underWay, strategy } = record;
  const images = mainFirst(record).slice(0, IMAGES_TOLD);
  const [main] = images;
  const nodes = nodesBy(cells);
  const older = record.revisions
    .filter(({ current, nodes: count }) => !current && (count ?? 0) > 0)
    .flatMap(({ hash }) => reading.containersOf(key, hash)?.find(({ name }) => name === main?.name)?.image ?? []);
  const forecast = forecastOf(record, reading.nowMs);
  const about = concern === null ? undefined : aboutOf(concern.detail);
  return {
    key,
    alike: alikeOf(record),
    need: needOf(record),
    ...(concern?.sinceMs === undefined ? {} : { sinceMs: concern.sinceMs }),
    ...(about === undefined ? {} : { about }),
    underWay,
    onDelete: strategy === "OnDelete",
    desired: reported.desiredNumberScheduled,
    available: reported.numberAvailable,
    updated: reported.updatedNumberScheduled,
    images: images.map(({ name, image }) => [name, image] as const),
    olderImages: [...new Set(older)].filter((image) => image !== main?.image).slice(0, OLDER_TOLD),
    template,
    nodes,
    lacking: nodes.reduce((sum, { state, count }) => sum + (LACKS.has(state) ? count : 0), 0),
    ...(forecast.kind === "moving"
      ? { left: { aboutMs: forecast.leftMs, soonestMs: forecast.within.soonestMs, latestMs: forecast.within.latestMs } }
      : {}),
  };
}
