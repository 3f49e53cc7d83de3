import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { isAwaitedAgent } from "@daemonscope/kube/node-signs";
import { TopN } from "../budget/top-n.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { type NodeLifecycle, signsOfLifecycle } from "../records/node-lifecycle.ts";
import type { AwaitedAgent } from "../records/records.ts";

interface AwaitedInput {
  readonly name: string;
  readonly columns: { verdictAt(row: number): PlacementVerdict };
  /** Rows of the nodes that are not simply Ready. */
  readonly lifecycles: Iterable<readonly [row: number, lifecycle: NodeLifecycle]>;
  readonly nameOf: (row: number) => string;
}

/** Returns the joining nodes that wait for a DaemonSet to start there (rule N1); undefined if there are none. The cost
 *  is O(nodes that are not Ready), and nothing for a DaemonSet that no startup taint of the table names. */
export function awaitedAgentOf({ name, columns, lifecycles, nameOf }: AwaitedInput): AwaitedAgent | undefined {
  if (!isAwaitedAgent(name)) return undefined;
  const names = new TopN<string>(HOLDER_NODES_LIMIT, compareTexts);
  let taint: string | undefined;
  for (const [row, lifecycle] of lifecycles) {
    if (lifecycle.kind !== "joining" || columns.verdictAt(row) !== "run") continue;
    const found = signsOfLifecycle(lifecycle).find(({ sign }) => sign.agent === name);
    if (found === undefined) continue;
    taint = found.key;
    names.add(nameOf(row));
  }
  return taint === undefined ? undefined : { taint, count: names.count, nodes: names.list(() => []) };
}
