import type { DaemonSetThen } from "@daemonscope/daemonset/imagine/effect";
import { textTable } from "./text-table.ts";

const HEADER = ["NAMESPACE", "NAME", "DESIRED", "CURRENT", "UP-TO-DATE", "AVAILABLE", "MISSCHEDULED", "LOST"];

/** A number without and with the steps, once if it is the same. */
const both = (now: number, then: number): string => (now === then ? String(now) : `${now} → ${then}`);

/** One row a DaemonSet to which something happens, in kubectl's columns. */
export function whatIfTable(effects: readonly DaemonSetThen[]): readonly string[] {
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
