import type { ReactNode } from "react";
import { useAreNodesLoading } from "../../data/hooks/nodes-loading-state.ts";

/** Renders its children once all nodes are loaded, and `until` before that. */
export function RequireNodes({ until = null, children }: { readonly until?: ReactNode; readonly children: () => ReactNode }) {
  return useAreNodesLoading() ? until : children();
}
