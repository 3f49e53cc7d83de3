import type { DaemonSetThen } from "@daemonscope/daemonset/imagine/effect";
import { textTable } from "./text-table.ts";

const HEADER = ["NAMESPACE", "NAME", "DESIRED", "CURRENT", "UP-TO-DATE", "AVAILABLE", "MISSCHEDULED", "LOST"];

/** A number now and then, once where it stays. */
const both = (now: number, then: number): string => (now === then ? String(now) : `${now} → ${then}`);

/** One row a DaemonSet to which something happens, in kubectl's columns. */
export function whatIfTable(effects: readonly DaemonSetThen[]): readonly string[] {
  return textTable(
    HEADER,
    effects.map(({ key, now, then, lost }) => {
      const [namespace = "", name = ""] = key.split("/");
      return [
        namespace,
        name,
        both(now.desired, then.desired),
        both(now.current, then.current),
        both(now.updated, then.updated),
        both(now.available, then.available),
        both(now.misscheduled, then.misscheduled),
        String(lost),
      ];
    }),
  );
}
