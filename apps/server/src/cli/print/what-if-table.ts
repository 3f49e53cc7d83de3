import type { DaemonSetPreview } from "@daemonscope/daemonset/preview/effect-preview";
import { textTable } from "./text-table.ts";

const HEADER = ["NAMESPACE", "NAME", "DESIRED", "CURRENT", "UP-TO-DATE", "AVAILABLE", "MISSCHEDULED", "LOST"];

/** Returns a number before and after the steps; only once if both are equal. */
const both = (now: number, then: number): string => (now === then ? String(now) : `${now} → ${then}`);

/** Returns one row per affected DaemonSet, in the columns of kubectl. */
export function whatIfTable(effects: readonly DaemonSetPreview[]): readonly string[] {
  return textTable(
    HEADER,
    effects.map(({ key, now, then, anyway, lost }) => {
      const without = anyway?.counts ?? now;
      const [namespace = "", name = ""] = key.split("/");
      return [
        namespace,
        name,
        both(without.desired, then.desired),
        both(without.current, then.current),
        both(without.updated, then.updated),
        both(without.available, then.available),
        both(without.misscheduled, then.misscheduled),
        String(lost),
      ];
    }),
  );
}
