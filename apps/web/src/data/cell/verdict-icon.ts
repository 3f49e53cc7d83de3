import type { VerdictKind } from "@daemonscope/daemonset/rollout/verdict-kind";
import { type CellStyle, plainCellStyle } from "./cell-style.ts";

/** Returns the icon of a verdict: an excluded cell for a cluster without DaemonSets. */
export const verdictLook = ({ need, isEmpty }: { readonly need: VerdictKind; readonly isEmpty?: true }): CellStyle =>
  isEmpty ? plainCellStyle("excluded") : verdictIcon(need);

/** Returns the icon of a verdict kind: a cell in the state that causes the verdict. */
export function verdictIcon(need: VerdictKind): CellStyle {
  switch (need) {
    case "stuck":
    case "failing":
      return plainCellStyle("failing");
    case "refused":
    case "blocked":
    case "stalled":
      return plainCellStyle("unscheduled");
    case "breaks":
      return plainCellStyle("available", { nodeUnready: true });
    case "rolling":
      return plainCellStyle("ready");
    case "slow":
    case "partly":
    case "unavailable":
      return plainCellStyle("starting");
    case "waitsForYou":
      return plainCellStyle("available", { old: true });
    case "dropped":
      return plainCellStyle("excluded");
    case "misscheduled":
      return plainCellStyle("misscheduled");
    case "nodesUnready":
      return plainCellStyle("available", { nodeUnready: true });
    case "unknown":
      return plainCellStyle("unknown");
    case "fine":
      return plainCellStyle("available");
  }
}
