import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { compareVerdicts } from "@daemonscope/daemonset/rollout/verdict-word";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { PodMatch } from "@daemonscope/shared/http/pod-search";
import type { FleetSort } from "../../data/url/url.ts";

/** Effect of one filter of the fleet: how many DaemonSets it keeps of all, and how many cells it dims in the shown
 *  strips. */
export interface FilterResult {
  readonly kept: number;
  readonly dimmed: number;
}

export interface FilteredFleet {
  /** The literal text of the filter, if it has one. */
  readonly text: string | undefined;
  /** The DaemonSets that the filter keeps. The first ones need a user. */
  readonly records: readonly DaemonSetRecord[];
  /** Nodes of the pods with a matching name, by key of a DaemonSet that is kept only because of such pods. Empty if not
   *  all such pods are known, because nodes of unknown pods would be dimmed wrongly. */
  readonly podNodes: PodNodes;
  /** Number of matching pods of the DaemonSets that are kept only because of them. */
  readonly pods: number;
  /** If the server limits its answer: the number of returned pods and their total. */
  readonly cut: FoundPods["cut"];
  readonly byText: FilterResult;
  readonly byCause: FilterResult;
}

type PodNodes = ReadonlyMap<string, ReadonlySet<string>>;

/** The pods whose name contains the typed text. */
export interface FoundPods {
  readonly pods: readonly PodMatch[];
  /** Undefined if these are all. */
  readonly cut: { readonly shown: number; readonly total: number } | undefined;
}

export const COMPARE: Readonly<Record<FleetSort, (a: DaemonSetRecord, b: DaemonSetRecord) => number>> = {
  need: compareVerdicts,
  namespace: (a, b) => compareTexts(a.key, b.key),
  name: (a, b) => compareTexts(a.name, b.name) || compareTexts(a.key, b.key),
  desired: (a, b) => b.reported.desiredNumberScheduled - a.reported.desiredNumberScheduled || compareTexts(a.key, b.key),
};

/** Returns the list without a filter. */
export const wholeFleet = (all: readonly DaemonSetRecord[], sort: FleetSort): FilteredFleet => ({
  text: undefined,
  records: [...all].sort(COMPARE[sort]),
  podNodes: new Map(),
  pods: 0,
  cut: undefined,
  byText: { kept: all.length, dimmed: 0 },
  byCause: { kept: all.length, dimmed: 0 },
});
