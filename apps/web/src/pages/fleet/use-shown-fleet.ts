import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { PodSearchAnswer } from "@daemonscope/shared/http/pod-search";
import { use } from "react";
import type { FleetView } from "../../data/url/url.ts";
import { loadWithRetry } from "../../ui/loading/lazy-with-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type FilteredFleet, wholeFleet } from "./shown-fleet.ts";

type FleetFilter = typeof import("./filter-fleet.ts");

let loaded: FleetFilter | undefined;
let loading: Promise<FleetFilter> | undefined;

/** Loads the filter of the list, once. A failure is kept, because the browser does not request a failed module
 *  again. */
export function loadFleetFilter(): Promise<FleetFilter> {
  loading ??= loadWithRetry(() => import("./filter-fleet.ts")).then((module) => {
    loaded = module;
    return module;
  });
  return loading;
}

/** Returns the list of a view. With a filter it suspends until the filter is loaded, and throws if this fails.
 *  `nodeCount`: 0 until all nodes are loaded. */
export function useShownFleet(
  all: readonly DaemonSetRecord[],
  view: FleetView,
  answer: PodSearchAnswer | undefined,
  nodeCount: number,
): FilteredFleet {
  const { t } = useTranslation();
  const { query, cause, sort } = view;
  if (query === "" && cause === undefined) return wholeFleet(all, sort);
  // A promise suspends once even if it is settled, and the list would disappear for a moment.
  const filter = loaded ?? use(loadFleetFilter());
  return filter.filterFleet(t, all, view, filter.podsMatching(query, answer), nodeCount);
}
