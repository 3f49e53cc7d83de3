import type { Need } from "@daemonscope/daemonset/rollout/need";
import { type CellLook, plainLook } from "../cell/look.ts";
import type { Verdict } from "./select-verdict.ts";

/** Returns the icon of a verdict. A cluster without DaemonSets has no available cell. */
export const verdictLook = ({ need, isEmpty }: Pick<Verdict, "need" | "isEmpty">): CellLook =>
  isEmpty ? plainLook("excluded") : needLook(need);

/** Returns the icon of a verdict kind: the cell that a user would look for. */
export function needLook(need: Need): CellLook {
  switch (need) {
    case "stuck":
    case "failing":
      return plainLook("failing");
    case "refused":
    case "blocked":
    case "stalled":
      return plainLook("unscheduled");
    case "breaks":
      return plainLook("available", { nodeUnready: true });
    case "rolling":
      return plainLook("ready");
    case "slow":
    case "partly":
    case "unavailable":
      return plainLook("starting");
    case "waitsForYou":
      return plainLook("available", { old: true });
    case "dropped":
      return plainLook("excluded");
    case "misscheduled":
      return plainLook("misscheduled");
    case "nodesUnready":
      return plainLook("available", { nodeUnready: true });
    case "unknown":
      return plainLook("unknown");
    case "fine":
      return plainLook("available");
  }
}
