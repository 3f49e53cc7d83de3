import type { FoundCause } from "@daemonscope/daemonset/causes/classify";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { PairPod } from "@daemonscope/words/answers/pair-pod";
import type { PodWords } from "../print/format-pod.ts";
import type { AnnotatedPlace } from "../print/github-annotations.ts";
import type { RecordedMoment } from "../record/recorded-moment.ts";

/** Why a pair has no available pod, also in one line. */
export interface ExplainedCause extends FoundCause {
  readonly text: string;
  /** The part of `text` that the line of a pod has too. */
  readonly sentence: string;
}

/** The input of a query, regardless of its source. */
export interface ExplainTarget {
  readonly daemonSets: readonly KubeDaemonSet[];
  readonly nodes: readonly NodeRecord[];
  /**
   * Describes the pods of each pair; undefined if they are not requested, because a file gave one half.
   */
  readonly podsOf: ((daemonSet: KubeDaemonSet, node: string) => PodWords) | undefined;
  /** Returns the pods of each pair for programs; undefined if pods are not requested, or cannot be read. */
  readonly podEntriesOf: ((daemonSet: KubeDaemonSet, node: string, words: PodWords) => readonly PairPod[]) | undefined;
  /** Returns why a pair has no available pod; undefined if it has one. Undefined if pods are not requested, or cannot
   *  be read. */
  readonly causeOf: ((daemonSet: KubeDaemonSet, node: string) => ExplainedCause | undefined) | undefined;
}

/** The parts from files; the cluster has the rest. */
export type FileObjects = Partial<Pick<ExplainTarget, "daemonSets" | "nodes">> & {
  /** The places of DaemonSets in their file, by key; absent for standard input. */
  readonly places?: ReadonlyMap<string, AnnotatedPlace>;
};

/** The input of a query and its namespace; undefined for all namespaces. */
export interface ScopedExplainTarget {
  readonly subject: ExplainTarget;
  readonly namespace: string | undefined;
  /** The recorded moment of the query. */
  readonly recorded?: Pick<RecordedMoment, "asOf" | "words" | "gates" | "trailOf"> | undefined;
}

/** Returns `namespace/name`. */
export const targetKeyOf = ({ metadata }: KubeDaemonSet): string => `${metadata.namespace}/${metadata.name}`;
