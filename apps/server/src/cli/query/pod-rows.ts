import { endingCause } from "@daemonscope/daemonset/pair/pair-cause";
import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { type AnswerHead, answerHead } from "@daemonscope/words/answers/answer-kind";
import { type CauseEntry, causeEntry } from "@daemonscope/words/answers/cause-entry";
import type { PairPod } from "@daemonscope/words/answers/pair-pod";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { failureText, requirementOf } from "@daemonscope/words/english/check-text";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { formatCause, shortCause } from "../print/format-pod.ts";
import { isRefusalUnclear, LIFECYCLE_UNKNOWN } from "../print/lifecycle-unknown.ts";
import type { ListRow } from "../print/list-answer.ts";
import type { StatusSource } from "./status.ts";

/** A pair of a DaemonSet and a node as `daemonscope pods -o json` prints it, with or without a pod. The schema is
 *  pods.schema.json. */
interface PairEntry {
  /** Set if there are several clusters. */
  readonly cluster?: string;
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
  readonly cause?: CauseEntry;
  readonly doubt?: string;
  readonly asOf?: string;
}

interface PodEntry extends AnswerHead<"DaemonPod">, PairEntry, PairPod {
  readonly uid: string;
  /** The number of its revision; null if the ControllerRevision is gone. */
  readonly revision: number | null;
  readonly old: boolean;
  /** Its node exists, and does not want it. */
  readonly misscheduled: boolean;
  /** The deciding check of a misscheduled pod. */
  readonly why?: string;
}

type MissingEntry = AnswerHead<"MissingDaemonPod"> & PairEntry & { readonly message: string };

interface PodsShape {
  readonly isWide: boolean;
  readonly withNamespace: boolean;
  /** The cluster, if there are several. */
  readonly cluster?: string | undefined;
}

/** A daemon pod with the facts that the filters need. */
export interface DaemonPod {
  readonly facts: PodFacts;
  readonly answer: PodAnswer;
  readonly forPrograms: PairPod;
  readonly isOld: boolean;
  readonly isMisscheduled: boolean;
  /** Its node is on its way out, so that the page calls it leaving. */
  readonly isLeaving: boolean;
}

/** Returns the text of the column STATE: the word of the page. JSON has the state of the pod alone. */
const stateCell = ({ facts, forPrograms, isLeaving }: DaemonPod): string =>
  isLeaving && !facts.ready && forPrograms.state !== "terminating" ? "leaving" : forPrograms.state;

/** Returns the text of the column REVISION: `3`, `2 (old)`, or the hash of a revision that is gone. */
function revisionCell(revision: number | undefined, { facts: { hash }, isOld }: DaemonPod): string {
  return `${revision ?? hash ?? "<unknown>"}${isOld ? " (old)" : ""}`;
}

export const podHeader = ({ isWide, withNamespace, cluster }: PodsShape): readonly string[] => [
  ...(cluster === undefined ? [] : ["CLUSTER"]),
  ...(withNamespace ? ["NAMESPACE"] : []),
  ..."NAME,READY,STATE,RESTARTS,AGE,NODE,REVISION".split(","),
  ...(isWide ? ["DAEMONSET", "PHASE", "HASH"] : []),
  "CAUSE",
];

export const missingHeader = ({ withNamespace, cluster }: PodsShape): readonly string[] => [
  ...(cluster === undefined ? [] : ["CLUSTER"]),
  ...(withNamespace ? ["NAMESPACE"] : []),
  "DAEMONSET",
  "NODE",
  "CAUSE",
];

/** Builds the rows of one DaemonSet. */
export class RowsOfDaemonSet {
  readonly #source: StatusSource;
  readonly #shape: PodsShape;
  readonly #key: DaemonSetKey;
  readonly #revisions: ReadonlyMap<string, number>;
  readonly #hostPorts: readonly number[];

  constructor(source: StatusSource, key: DaemonSetKey, shape: PodsShape) {
    this.#source = source;
    this.#shape = shape;
    this.#key = key;
    const record = source.reading.daemonSetRecord(key);
    this.#revisions = new Map(record?.revisions.map(({ hash, revision }) => [hash, revision]));
    this.#hostPorts = record?.hostPorts ?? [];
  }

  pod(pod: DaemonPod): ListRow {
    const { facts, answer, forPrograms, isOld, isMisscheduled, isLeaving } = pod;
    const { reading } = this.#source;
    const [namespace, daemonSet] = splitKey(this.#key);
    const revision = facts.hash === undefined ? undefined : this.#revisions.get(facts.hash);
    const found =
      answer.trouble !== undefined
        ? { cause: answer.trouble, detail: answer.troubleDetail ?? {} }
        : isMisscheduled || !facts.ready
          ? reading.causeOn(this.#key, facts.node)
          : undefined;
    const ageMs = reading.nowMs - facts.createdAtMs;
    const placement = isMisscheduled ? reading.placementOf(this.#key, facts.node) : undefined;
    const decisive = placement === undefined ? undefined : decisiveCheck(placement.checks);
    const lifecycle = nodeLifecycle(reading.nodeRecord(facts.node));
    const causeCell = () => {
      // The taints of a node on its way out are those of its life, and no reason to change the template.
      const isByNode = answer.trouble === undefined ? isMisscheduled : ["untolerated", "nodeShutdown"].includes(answer.trouble.kind);
      const ending = isLeaving && isByNode ? endingCause({ lifecycle }) : undefined;
      if (ending !== undefined) return shortCause(ending, []);
      if (answer.trouble === undefined && decisive !== undefined && isRefusalUnclear(reading, this.#key, facts.node))
        return LIFECYCLE_UNKNOWN;
      if (answer.trouble === undefined && decisive !== undefined) return `misscheduled: ${requirementOf(decisive)}`;
      if (found === undefined) return "<none>";
      return this.#shape.isWide ? formatCause(found, reading.nowMs, this.#hostPorts) : shortCause(found.cause, this.#hostPorts);
    };
    return {
      cells: () => [
        ...this.#place(namespace),
        facts.name,
        String(facts.ready),
        stateCell(pod),
        String(facts.restarts),
        humanDuration(ageMs),
        facts.node,
        revisionCell(revision, pod),
        ...(this.#shape.isWide ? [daemonSet, facts.phase, facts.hash ?? "<none>"] : []),
        causeCell(),
      ],
      entry: (): PodEntry => ({
        ...answerHead("DaemonPod"),
        ...this.#cluster(),
        namespace,
        ...forPrograms,
        daemonSet,
        node: facts.node,
        uid: facts.uid,
        revision: revision ?? null,
        old: isOld,
        misscheduled: isMisscheduled,
        ...(decisive === undefined ? {} : { why: failureText(decisive, lifecycle) }),
        ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
        ...this.#freshness(),
      }),
      name: `pod/${facts.name}`,
      labels: this.#labels(),
      ageMs,
    };
  }

  missing(node: string): ListRow {
    const { reading } = this.#source;
    const [namespace, daemonSet] = splitKey(this.#key);
    const found = reading.causeOn(this.#key, node);
    const short = found === undefined ? "no pod yet" : shortCause(found.cause, this.#hostPorts);
    const message = found === undefined ? short : formatCause(found, reading.nowMs, this.#hostPorts);
    return {
      cells: () => [...this.#place(namespace), daemonSet, node, this.#shape.isWide ? message : short],
      entry: (): MissingEntry => ({
        ...answerHead("MissingDaemonPod"),
        ...this.#cluster(),
        namespace,
        daemonSet,
        node,
        message,
        ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
        ...this.#freshness(),
      }),
      name: `node/${node}`,
      labels: this.#labels(),
    };
  }

  /** Returns the first cells of a row. */
  #place(namespace: string): readonly string[] {
    const { cluster, withNamespace } = this.#shape;
    return [...(cluster === undefined ? [] : [cluster]), ...(withNamespace ? [namespace] : [])];
  }

  #cluster(): Pick<PairEntry, "cluster"> {
    return optionalEntry("cluster", this.#shape.cluster);
  }

  #labels() {
    return this.#source.reading.daemonSet(this.#key)?.metadata.labels ?? {};
  }

  #freshness(): Pick<PairEntry, "doubt" | "asOf"> {
    return { ...optionalEntry("doubt", this.#source.doubt()), ...optionalEntry("asOf", this.#source.asOf) };
  }
}
