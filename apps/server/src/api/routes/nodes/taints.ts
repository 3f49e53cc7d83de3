import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { cellState } from "@daemonscope/daemonset/pair/cell/cell";
import { isKeptOut } from "@daemonscope/daemonset/placement/taints/taint-effect-on-pods";
import { excludesPods, type TaintRow, taintMatrix } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { ServedReading } from "../../../readings/served-reading.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireSourceRead } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** A cluster has few kinds of taints. One with a value per node would make a page that is too long to read. */
const TAINTS_LIMIT = 200;
const TOLERATIONS_LIMIT = 50;

/** Returns the rows to send, in their order: those that exclude the most pods. */
function rowsToSend(rows: readonly TaintRow[]): readonly TaintRow[] {
  if (rows.length <= TAINTS_LIMIT) return rows;
  const excludedPods = ({ cells }: TaintRow): number =>
    cells.reduce((sum, cell) => sum + (cell !== null && isKeptOut(cell.answer) ? cell.wants : 0), 0);
  const selected = new Set(
    rows
      .map((row) => ({ row, lost: excludedPods(row) }))
      .sort((a, b) => b.lost - a.lost || b.row.nodes - a.row.nodes)
      .slice(0, TAINTS_LIMIT)
      .map(({ row }) => row),
  );
  return rows.filter((row) => selected.has(row));
}

function answerOf(reading: ClusterReading): TaintsAnswer {
  const sets = reading.daemonSetKeys().flatMap((key) => {
    const object = reading.daemonSet(key);
    return object === undefined ? [] : [{ key, template: object.spec.template }];
  });
  const podsRead = reading.isRead("pods");
  const { rows, losses } = taintMatrix({
    nodes: reading.nodes(),
    templates: sets.map(({ template }) => template),
    // Where no pod is wanted, the cell shows whether there is one.
    hasPod: (at, node) => podsRead && cellState(reading.cellAt(sets[at]?.key ?? "", node)) === "misscheduled",
    gates: reading.gates,
  });
  return {
    at: reading.nowMs,
    podsRead,
    daemonSets: sets.map(({ key, template: { tolerations, hostNetwork } }, at) => ({
      key,
      loss: losses[at] ?? { places: 0, kept: 0 },
      tolerations: tolerations.slice(0, TOLERATIONS_LIMIT),
      tolerationCount: tolerations.length,
      hostNetwork,
    })),
    rows: rowsToSend(rows),
    taintCount: rows.length,
    keepingOffCount: rows.filter(excludesPods).length,
    gates: reading.gates,
  };
}

/** GET /api/taints: the effect of each taint on each DaemonSet. Computed once per state of the cluster, regardless of
 *  the number of requests. */
export function taintsRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  let cached: (Pick<ServedReading, "epoch" | "seq" | "momentMs"> & { readonly answer: TaintsAnswer }) | undefined;
  app.get(PATHS.taints, async (request, reply) => {
    readParameters(request.query, {});
    const served = readingOf(request);
    requireSourceRead(served, "nodes", "taints");
    requireSourceRead(served, "daemonsets", "what taints do");
    const { epoch, seq, momentMs } = served;
    if (cached === undefined || cached.epoch !== epoch || cached.seq !== seq || cached.momentMs !== momentMs)
      cached = { epoch, seq, momentMs, answer: answerOf(served.reading) };
    return sendJson(request, reply, cached.answer);
  });
}
