import type { Change } from "@daemonscope/daemonset/actions/change";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { PreparedRequest } from "./prepared.ts";

/** A DaemonSet as an action left it. `from`: its generation before. */
interface LeftDaemonSet {
  readonly uid: string;
  readonly from: number;
  readonly generation: number;
}

/** What an action left, as it is written down: while the objects are so, it can be taken back. */
export interface Trace {
  readonly daemonSets: Readonly<Record<DaemonSetKey, LeftDaemonSet>>;
  /** Nodes, and what it makes of them. */
  readonly nodes: readonly { readonly name: string; readonly uid?: string; readonly changes: readonly Change[] }[];
}

export const NO_TRACE: Trace = { daemonSets: {}, nodes: [] };

/** What the nodes of a plan are like when it is done. Of DaemonSets the answers tell. */
export function traceOfNodes(prepared: readonly PreparedRequest[]): Trace {
  const nodes = prepared.flatMap(({ object: { resource, name, uid }, changes }) =>
    resource === "nodes" ? [{ name, ...(uid === undefined ? {} : { uid }), changes }] : [],
  );
  return { daemonSets: {}, nodes };
}

export const withDaemonSet = (trace: Trace, key: DaemonSetKey, left: LeftDaemonSet): Trace => ({
  ...trace,
  daemonSets: { ...trace.daemonSets, [key]: left },
});

/** What an earlier action left, now that `undone` was taken back by `back`: where nobody else wrote in between, DaemonSets are again as it left them, by another generation. */
export function leftAgain(earlier: Trace, undone: Trace, back: Trace): Trace {
  const daemonSets = Object.entries(earlier.daemonSets).map(([key, left]) => {
    const [away, home] = [undone.daemonSets[key], back.daemonSets[key]];
    const isAgain =
      away !== undefined &&
      home !== undefined &&
      away.uid === left.uid &&
      away.from === left.generation &&
      away.generation === away.from + 1 &&
      home.from === away.generation &&
      home.generation === home.from + 1;
    return [key, isAgain ? { ...left, generation: home.generation } : left] as const;
  });
  return { ...earlier, daemonSets: Object.fromEntries(daemonSets) };
}
