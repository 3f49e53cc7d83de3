import type { ControlPlane } from "../control-plane.ts";
import { type RawWatch, rawWatch } from "../oracle.ts";

const STREAM = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
/** The paths of the oracle's watches, by kind. */
export const WATCHED_PATHS = {
  nodes: "/api/v1/nodes",
  pods: "/api/v1/pods",
  daemonsets: "/apis/apps/v1/daemonsets",
  controllerrevisions: "/apis/apps/v1/controllerrevisions",
} as const;

/** Starts raw watches of the kinds that the DaemonSet controller reads. */
export function rawWatches({ kubeconfig }: ControlPlane): Readonly<Record<string, RawWatch>> {
  return Object.fromEntries(Object.entries(WATCHED_PATHS).map(([kind, path]) => [kind, rawWatch(kubeconfig, `${path}?${STREAM}`)]));
}
