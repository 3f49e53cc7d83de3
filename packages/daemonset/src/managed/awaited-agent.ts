import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { isAwaitedAgent, signOfTaint } from "@daemonscope/kube/node-signs";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { TopN } from "../budget/top-n.ts";
import { type CompiledPlacement, compilePlacement } from "../placement/compile-placement.ts";
import type { PlacementVerdict } from "../placement/placement.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { type NodeLifecycle, signsOfLifecycle } from "../records/node-lifecycle.ts";
import type { AwaitedAgent, NodeRecord, WaitsForAgent } from "../records/records.ts";

interface AwaitedInput {
  readonly daemonSet: KubeDaemonSet;
  readonly columns: { verdictAt(row: number): PlacementVerdict };
  /** Rows of the nodes that are not simply Ready. */
  readonly lifecycles: Iterable<readonly [row: number, lifecycle: NodeLifecycle]>;
  readonly nameOf: (row: number) => string;
  readonly nodeAt: (row: number) => NodeRecord | undefined;
  readonly gates: MatchingGates;
}

const topNodes = (): TopN<string> => new TopN(HOLDER_NODES_LIMIT, compareTexts);

/** Returns the joining nodes that wait for a DaemonSet to start there (rule N1); undefined if there are none. The cost
 *  is O(nodes that are not Ready), and nothing for a DaemonSet that no startup taint of the table names. */
export function awaitedAgentOf({ daemonSet, columns, lifecycles, nameOf }: AwaitedInput): AwaitedAgent | undefined {
  const { name } = daemonSet.metadata;
  if (!isAwaitedAgent(name)) return undefined;
  const names = topNodes();
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

/** Returns the joining nodes that want no pod only because they wait for other agents. The agent with the most nodes is
 *  first. Undefined if there are none. The cost is O(nodes that are not Ready). */
export function waitsForOf({ daemonSet, columns, lifecycles, nameOf, nodeAt, gates }: AwaitedInput): WaitsForAgent | undefined {
  const { metadata, spec } = daemonSet;
  let verdictOn: CompiledPlacement | undefined;
  const found = new Map<string, { readonly agent: string; readonly taint: string; readonly names: TopN<string> }>();
  for (const [row, lifecycle] of lifecycles) {
    if (lifecycle.kind !== "joining" || columns.verdictAt(row) === "run") continue;
    const awaited = signsOfLifecycle(lifecycle).filter(({ sign }) => sign.agent !== undefined && sign.agent !== metadata.name);
    const node = awaited.length === 0 ? undefined : nodeAt(row);
    if (node === undefined) continue;
    verdictOn ??= compilePlacement(spec.template, gates);
    const taints = node.taints.filter((taint) => signOfTaint(taint)?.agent === undefined);
    if (verdictOn({ ...node, taints }) !== "run") continue;
    for (const { key: taint, sign } of awaited) {
      const group = found.get(taint) ?? { agent: sign.agent ?? "", taint, names: topNodes() };
      group.names.add(nameOf(row));
      found.set(taint, group);
    }
  }
  const [most, ...rest] = [...found.values()].sort((a, b) => b.names.count - a.names.count || compareTexts(a.agent, b.agent));
  if (most === undefined) return undefined;
  const others = rest.map(({ agent, taint, names }) => ({ agent, taint, count: names.count }));
  const { agent, taint, names } = most;
  return { agent, taint, count: names.count, nodes: names.list(() => []), ...(others.length === 0 ? {} : { others }) };
}
