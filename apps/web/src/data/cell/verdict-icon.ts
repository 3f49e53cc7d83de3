import type { VerdictWord } from "@daemonscope/daemonset/rollout/verdict-word";
import { type CellStyle, plainCellStyle } from "./cell-style.ts";

/** Returns the icon of a verdict: an excluded cell for a cluster without DaemonSets. */
export const verdictLook = ({ verdict, isEmpty }: { readonly verdict: VerdictWord; readonly isEmpty?: true }): CellStyle =>
  isEmpty ? plainCellStyle("excluded") : verdictIcon(verdict);

/** Returns the icon of a verdict word: a cell in the state that causes the verdict. */
export function verdictIcon(word: VerdictWord): CellStyle {
  switch (word) {
    case "stuck":
    case "failing":
      return plainCellStyle("failing");
    case "degraded":
      return plainCellStyle("available", { nodeUnready: true });
    case "shrunk":
      return plainCellStyle("excluded");
    case "misscheduled":
      return plainCellStyle("misscheduled");
    case "manual":
      return plainCellStyle("available", { old: true });
    case "rolling":
      return plainCellStyle("ready");
    case "healthy":
      return plainCellStyle("available");
  }
}
