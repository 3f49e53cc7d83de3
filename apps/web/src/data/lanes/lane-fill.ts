import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { AxisPart } from "./axis-parts.ts";
import type { LaneId } from "./lanes.ts";

/** Fill and edge of a bar. */
interface BarFill {
  readonly fill: string;
  readonly stroke: string;
}

/** Returns fill and edge for a lane, or a part of a lane, as a bar. `patterns`: the id that FlowPatterns received. */
export function laneFill(part: LaneId | AxisPart["id"], patterns: string): BarFill {
  switch (part) {
    case "old":
      return { fill: "var(--st-old-fill)", stroke: "var(--st-old)" };
    case "oldUnavailable":
      return { fill: "var(--st-old-fill)", stroke: "var(--st-failing)" };
    case "terminating":
      // As a cell: a faint fill with an edge.
      return { fill: "color-mix(in srgb, var(--st-terminating) 22%, var(--bg))", stroke: "var(--st-terminating)" };
    case "gap":
      return { fill: `url(#${patterns}gap)`, stroke: "var(--ink)" };
    case "failing":
      return { fill: "var(--st-failing)", stroke: "none" };
    case "oldLeaving":
    case "leaving":
      return { fill: `url(#${patterns}leaving)`, stroke: "var(--st-leaving)" };
    case "pending":
      return { fill: `url(#${patterns}pending)`, stroke: "var(--st-starting)" };
    case "created":
    case "starting":
      return { fill: `url(#${patterns}starting)`, stroke: "var(--st-starting)" };
    case "ready":
      return { fill: "var(--st-ready)", stroke: "none" };
    case "available":
      return { fill: "var(--st-available)", stroke: "none" };
    default:
      return assertNever(part);
  }
}
