import type { ReactNode } from "react";
import { useAreNodesAwaited } from "../cluster/nodes-awaited.ts";

/** Renders its children once all nodes are loaded, and `until` before that. */
export function WithAllNodes({ until = null, children }: { readonly until?: ReactNode; readonly children: () => ReactNode }) {
  return useAreNodesAwaited() ? until : children();
}
