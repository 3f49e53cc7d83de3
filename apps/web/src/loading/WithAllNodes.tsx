import type { ReactNode } from "react";
import { useAreNodesAwaited } from "../cluster/nodes-awaited.ts";

/** What is made of all nodes, once all are there; until then what says so, or nothing. */
export function WithAllNodes({ until = null, children }: { readonly until?: ReactNode; readonly children: () => ReactNode }) {
  return useAreNodesAwaited() ? until : children();
}
