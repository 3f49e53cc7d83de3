import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Palette } from "../cell/palette.ts";
import { bracketsOf } from "./brackets.ts";
import { FlowAcross } from "./FlowAcross.tsx";
import { FlowNarrow } from "./FlowNarrow.tsx";
import { isTank } from "./flow-lanes.ts";
import { type FlowLayout, layoutFlow } from "./flow-layout.ts";
import { gateOf } from "./gate.ts";
import { type ByLane, byLane, LANES } from "./lanes.ts";
import { inLane, type Lanes } from "./select-lanes.ts";
import "./rollout.css";

interface FlowProps {
  readonly record: DaemonSetRecord;
  readonly derived: DaemonSetCounts;
  readonly lanes: Lanes;
  /** Node names by row. */
  readonly names: readonly string[];
  readonly width: number;
  readonly palette: Palette;
  readonly nowMs: number;
  readonly seq: number;
  readonly fillOf: (node: string) => number | undefined;
  readonly motion: "fade" | "trace" | "none";
}

/** The rollout as a flow: six lanes, five brackets over them, and between the two available tanks the tray whose places are the budget. */
export function Flow(props: FlowProps) {
  const { record, derived, lanes, width } = props;
  const gate = gateOf(record);
  const brackets = useMemo(() => bracketsOf(lanes, derived), [lanes, derived]);
  const layout = useSteadyLayout(record, lanes, width, record.budget.kind === "maxSurge");
  if (layout !== undefined) return <FlowAcross {...props} gate={gate} brackets={brackets} layout={layout} />;
  return <FlowNarrow {...props} brackets={brackets} gate={gate} misscheduled={derived.numberMisscheduled} />;
}

/** The layout for the most that each lane of the tray held during this revision: lanes do not jump while nodes pass through them. */
function useSteadyLayout(record: DaemonSetRecord, lanes: Lanes, width: number, surge: boolean): FlowLayout | undefined {
  const { t } = useTranslation();
  const most = useRef<{ readonly of: string; counts: ByLane<number> }>(undefined);
  const of = `${record.key} ${record.revisions.find((revision) => revision.current)?.hash ?? ""}`;
  const now = byLane((lane) => inLane(lanes, lane));
  if (most.current?.of !== of) most.current = { of, counts: now };
  const before = most.current.counts;
  most.current.counts = byLane((lane) => (isTank(lane) ? now[lane] : Math.max(before[lane], now[lane])));
  const held = most.current.counts;
  const fingerprint = `${LANES.map((lane) => held[lane]).join(",")} ${record.budget.allowed}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fingerprint stands for the counts
  return useMemo(() => {
    const places = record.budget.kind === "none" ? 0 : record.budget.allowed;
    const steady = layoutFlow({ counts: held, places, surge }, width, t);
    return steady === undefined || steady.nodesPerDot === 1 ? steady : layoutFlow({ counts: now, places, surge }, width, t);
  }, [fingerprint, width, surge, t]);
}
