import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { PreparedRequest } from "../send/prepared-request.ts";

/** A DaemonSet after an action. `from`: its generation before. */
interface LeftDaemonSet {
  readonly uid: string;
  readonly from: number;
  readonly generation: number;
}

/** The recorded result of an action: while the objects match it, the action can be undone. */
export interface AppliedState {
  readonly daemonSets: Readonly<Record<DaemonSetKey, LeftDaemonSet>>;
  /** Nodes and their changes. */
  readonly nodes: readonly { readonly name: string; readonly uid?: string; readonly changes: readonly Change[] }[];
}

export const NO_APPLIED_STATE: AppliedState = { daemonSets: {}, nodes: [] };

/** Returns the state of a plan's nodes when it is done. DaemonSets are added from the responses. */
export function appliedNodeState(prepared: readonly PreparedRequest[]): AppliedState {
  const nodes = prepared.flatMap(({ object: { resource, name, uid }, changes }) =>
    resource === "nodes" ? [{ name, ...(uid === undefined ? {} : { uid }), changes }] : [],
  );
  return { daemonSets: {}, nodes };
}

export const withDaemonSet = (trace: AppliedState, key: DaemonSetKey, left: LeftDaemonSet): AppliedState => ({
  ...trace,
  daemonSets: { ...trace.daemonSets, [key]: left },
});

/**
 * Returns the result of an earlier action after `back` has undone `undone`. If no other client wrote in between, the
 * DaemonSets are as the earlier action left them, with another generation.
 */
export function restoredState(earlier: AppliedState, undone: AppliedState, back: AppliedState): AppliedState {
  const daemonSets = Object.entries(earlier.daemonSets).map(([key, left]) => {
    const [undoneSet, backSet] = [undone.daemonSets[key], back.daemonSets[key]];
    const isAgain =
      undoneSet !== undefined &&
      backSet !== undefined &&
      undoneSet.uid === left.uid &&
      undoneSet.from === left.generation &&
      undoneSet.generation === undoneSet.from + 1 &&
      backSet.from === undoneSet.generation &&
      backSet.generation === backSet.from + 1;
    return [key, isAgain ? { ...left, generation: backSet.generation } : left] as const;
  });
  return { ...earlier, daemonSets: Object.fromEntries(daemonSets) };
}
