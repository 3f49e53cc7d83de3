import type { PlacementNode } from "@daemonscope/daemonset/placement/placement-node";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { PodWords } from "../print/pod-words.ts";
import type { RecordedMoment } from "./recorded-moment.ts";

/** What is asked about, wherever it came from. */
export interface Subject {
  readonly daemonSets: readonly KubeDaemonSet[];
  readonly nodes: readonly PlacementNode[];
  /** The pods of each pair, in words; undefined when they are not asked about: a file gave one half, or a machine reads the answer. */
  readonly podsOf: ((daemonSet: KubeDaemonSet, node: string) => PodWords) | undefined;
}

/** What files gave of it; the cluster has the rest. */
export type GivenByFiles = Partial<Pick<Subject, "daemonSets" | "nodes">>;

/** A subject, and the namespace that is meant: undefined for all. */
export interface Asked {
  readonly subject: Subject;
  readonly namespace: string | undefined;
  /** The recorded moment that was asked. */
  readonly recorded?: Pick<RecordedMoment, "asOf" | "words" | "gates" | "trailOf"> | undefined;
}

/** `namespace/name`. */
export const keyOf = ({ metadata }: KubeDaemonSet): string => `${metadata.namespace}/${metadata.name}`;
