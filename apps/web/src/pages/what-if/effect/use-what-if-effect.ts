import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { useMemo } from "react";
import { type EffectNodes, effectNodes } from "../../../panels/actions/effect/effect-nodes.ts";
import { type GhostColumn, ghostColumn } from "../../../panels/actions/effect/ghost-column.ts";

/** A what-if answer on the shown cluster, as data for drawing. */
export interface ShownEffect {
  readonly answer: WhatIfAnswer | undefined;
  readonly nodes: EffectNodes;
  /** Returns the cells of a DaemonSet by its key, each with its outcome (its ghost). Computed on the first call. */
  readonly columnOf: (key: string) => GhostColumn;
}

const NOTHING = { changedNodes: [], left: [] };

/** Returns the effect of a what-if answer: the same object while the shown cluster and the answer are the same. */
export function useWhatIfEffect(state: ClusterState, answer: WhatIfAnswer | undefined): ShownEffect {
  const { rows, nodes: records, columns, cells } = state;
  const nodes = useMemo(() => effectNodes({ rows, nodes: records }, answer ?? NOTHING), [rows, records, answer]);
  return useMemo(() => {
    const sets = new Map((answer?.daemonSets ?? []).map((set) => [set.key, set]));
    const ghostColumns = new Map<string, GhostColumn>();
    const columnOf = (key: string): GhostColumn => {
      let column = ghostColumns.get(key);
      if (column === undefined) {
        column = ghostColumn({ columns, cells }, nodes, key, sets.get(key));
        ghostColumns.set(key, column);
      }
      return column;
    };
    return { answer, nodes, columnOf };
  }, [answer, nodes, columns, cells]);
}
