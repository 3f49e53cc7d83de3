import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Palette } from "../cell/palette.ts";
import type { Bracket, CountId } from "./brackets.ts";
import { FlowBars } from "./FlowBars.tsx";
import { FlowBrackets } from "./FlowBrackets.tsx";
import { FlowCanvas } from "./FlowCanvas.tsx";
import { FlowGate } from "./FlowGate.tsx";
import { FlowLaneHeads } from "./FlowLaneHeads.tsx";
import { FlowMeter } from "./FlowMeter.tsx";
import { FlowStill } from "./FlowStill.tsx";
import type { FlowLayout } from "./flow-layout.ts";
import { type FlowScene, flowScene } from "./flow-scene.ts";
import type { Gate } from "./gate.ts";
import { LaneList } from "./LaneList.tsx";
import type { LaneId } from "./lanes.ts";
import { inLane, type Lanes } from "./select-lanes.ts";

interface FlowAcrossProps {
  readonly record: DaemonSetRecord;
  readonly lanes: Lanes;
  readonly brackets: readonly Bracket[];
  readonly gate: Gate;
  readonly layout: FlowLayout;
  /** Node names by row. */
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly nowMs: number;
  readonly seq: number;
  readonly fillOf: (node: string) => number | undefined;
  readonly motion: "fade" | "trace" | "none";
}

/** The flow from left to right: lanes side by side under their brackets, one dot a node. */
export function FlowAcross({ record, lanes, brackets, gate, layout, names, palette, nowMs, seq, fillOf, motion }: FlowAcrossProps) {
  const { t } = useTranslation();
  const [hot, setHot] = useState<CountId | undefined>(undefined);
  const surge = record.budget.kind === "maxSurge";
  const arrivalOf = useTankArrivals(lanes, names);
  const free = gate.kind === "open" ? gate.free : 0;
  const scene = useMemo<FlowScene>(
    () => flowScene({ lanes, layout, names, freePlaces: free, fillOf, arrivalOf }),
    [lanes, layout, names, free, fillOf, arrivalOf],
  );
  const hotBracket = brackets.find((bracket) => bracket.id === hot);
  const isLit = useCallback((lane: LaneId) => hotBracket === undefined || hotBracket.shares[lane].count > 0, [hotBracket]);
  const { tray } = layout;
  const isStill = motion === "trace";
  return (
    <section className="flow" aria-label={t("rollout.title")} style={{ height: layout.height }} data-seq={seq} data-total={lanes.total}>
      <svg className="flow-svg" width={layout.width} height={layout.height} aria-hidden="true">
        <FlowBars brackets={brackets} lanes={lanes} layout={layout} hot={hot} />
        {isStill ? (
          <FlowStill layout={layout} lanes={lanes} surge={surge} gate={gate} nowMs={nowMs} />
        ) : (
          <>
            <rect x={tray.left} y={tray.top} width={tray.right - tray.left} height={tray.bottom - tray.top} fill="var(--bg-1)" />
            <path
              d={`M${tray.left},${tray.top}H${tray.right}V${tray.bottom}H${tray.left}`}
              fill="none"
              stroke="var(--line-3)"
              strokeWidth={1.5}
              {...(gate.kind === "byHand" ? { strokeDasharray: "4 4" } : {})}
            />
            {layout.columns
              .filter((column, index) => column.inTray && layout.columns[index - 1]?.inTray === true)
              .map((column) => (
                <path key={column.lane} d={`M${column.x - 8},${layout.lanesTop + 4}V${tray.bottom - 6}`} stroke="var(--line-2)" />
              ))}
            <FlowGate gate={gate} layout={layout} nowMs={nowMs} hasOld={inLane(lanes, "old") > 0} />
          </>
        )}
      </svg>
      {!isStill && <FlowLaneHeads layout={layout} lanes={lanes} record={record} nowMs={nowMs} />}
      {!isStill && <FlowCanvas scene={scene} palette={palette} isLit={isLit} animate={motion === "fade"} />}
      <FlowBrackets
        brackets={brackets}
        lanes={lanes}
        layout={layout}
        minReadySeconds={record.minReadySeconds}
        reportedOf={(bracket) => record.disagreements.find((each) => each.field === bracket.field)?.reported}
        hot={hot}
        onHot={setHot}
      />
      <FlowMeter
        record={record}
        gate={gate}
        nodesPerDot={isStill ? 1 : layout.nodesPerDot}
        left={tray.left}
        top={tray.bottom + 6}
        right={layout.right}
      />
      <LaneList lanes={lanes} surge={surge} />
    </section>
  );
}

/** The order in which nodes came to the two tanks since the page opened; 0 for those that were there. */
function useTankArrivals(lanes: Lanes, names: readonly string[]): (node: string) => number {
  const [arrivals] = useState(() => ({ byNode: new Map<string, number>(), last: -1 }));
  return useMemo(() => {
    const inTanks = new Set([...lanes.nodes.old, ...lanes.nodes.available].map((node) => names[node.row] ?? ""));
    for (const node of arrivals.byNode.keys()) if (!inTanks.has(node)) arrivals.byNode.delete(node);
    arrivals.last++;
    for (const node of inTanks) if (!arrivals.byNode.has(node)) arrivals.byNode.set(node, arrivals.last);
    return (node) => arrivals.byNode.get(node) ?? 0;
  }, [lanes, names, arrivals]);
}
