import type { LaneId } from "./lanes.ts";

/** Fill and edge of a lane drawn as a bar. `patterns`: the id that FlowPatterns was given. */
export function laneFill(lane: LaneId, patterns: string): { readonly fill: string; readonly stroke: string } {
  switch (lane) {
    case "old":
      return { fill: "var(--st-old-fill)", stroke: "var(--st-old)" };
    case "oldUnavailable":
      return { fill: "var(--st-old-fill)", stroke: "var(--st-failing)" };
    case "terminating":
      return { fill: "var(--st-terminating)", stroke: "none" };
    case "gap":
      return { fill: `url(#${patterns}gap)`, stroke: "var(--ink)" };
    case "created":
      return { fill: `url(#${patterns}starting)`, stroke: "var(--st-starting)" };
    case "ready":
      return { fill: "var(--st-ready)", stroke: "none" };
    case "available":
      return { fill: "var(--st-available)", stroke: "none" };
  }
}
