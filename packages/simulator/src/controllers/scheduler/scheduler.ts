import { splitKey } from "@daemonscope/kube/base/object-key";
import { controllerOf } from "@daemonscope/kube/owner";
import { allowanceOf } from "@daemonscope/simulated-apiserver/api/write/disruption-budgets";
import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { equalJson, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  annotationOf,
  conditionNamed,
  conditionsOf,
  isDeleting,
  labelsOf,
  nodeNameOf,
  phaseOf,
  pinnedNodeOf,
  specOf,
  statusOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import { OVERLOOKED_ANNOTATION, SCHEDULER_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import type { EventRecorder } from "../recorder.ts";
import { WorkQueue } from "../work-queue.ts";
import { type FilterFailure, filterFailureOf, isUnfinished } from "./filters.ts";
import { Nominations, nominatedNodeOf, podKeyOf } from "./nominations.ts";
import { type Candidate, isBeingPreempted, PREEMPTED, pickOneNode, preemptOnNode, priorityOf } from "./preemption.ts";
import { noCandidateMessage, unschedulableMessage } from "./unschedulable-message.ts";

const NAME = "default-scheduler";
/** The namespace with the annotation that stops the scheduler. */
const SYSTEM = "kube-system";
/** The key of waiting pods that are not pinned to a node. */
const ANYWHERE = "";

/** A node that a pod does not fit on, and the pods that were present in the attempt. */
interface Tried {
  readonly node: StoredObject;
  readonly present: readonly StoredObject[];
  readonly misfit: FilterFailure;
}

/** Reports whether a pod waits for this scheduler. */
function isWaiting(pod: StoredObject): boolean {
  const { schedulerName } = specOf(pod);
  return (
    nodeNameOf(pod) === undefined &&
    !isDeleting(pod) &&
    annotationOf(pod, OVERLOOKED_ANNOTATION) !== "true" &&
    phaseOf(pod) === "Pending" &&
    (schedulerName === undefined || schedulerName === NAME)
  );
}

/** Reports whether a change of a node could make a pod fit. */
function nodeMayHelp(previous: StoredObject | undefined, node: StoredObject): boolean {
  if (previous === undefined) return true;
  return (
    previous.spec !== node.spec ||
    !equalJson(labelsOf(node), labelsOf(previous)) ||
    !equalJson(objectIn(statusOf(node), "allocatable"), objectIn(statusOf(previous), "allocatable"))
  );
}

/**
 * Orders nodes by their number of siblings, fewest first, and otherwise keeps the order. Terminating pods do not count.
 * Source: pkg/scheduler/framework/plugins/podtopologyspread, its default constraints on hosts.
 */
export function fewestSiblingsFirst(nodes: readonly StoredObject[], siblings: readonly StoredObject[]): readonly StoredObject[] {
  if (siblings.length === 0) return nodes;
  const counts = new Map<string, number>();
  for (const pod of siblings) {
    const node = nodeNameOf(pod);
    if (node !== undefined && !isDeleting(pod)) counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  const countOn = (node: StoredObject): number => counts.get(node.metadata.name) ?? 0;
  return [...nodes].sort((a, b) => countOn(a) - countOn(b));
}

/**
 * The simulated default scheduler, with only one score (S62). A pinned pod is bound to its node, or preempts pods of
 * lower priority there. Otherwise it waits with the scheduler's message until its node changes, or a pod there ends or
 * is deleted.
 */
export class Scheduler {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #recorder: EventRecorder;
  readonly #queue: WorkQueue;
  /** Keys of pods that did not fit, by the node that they are pinned to. */
  readonly #waiting = new Map<string, Set<string>>();
  readonly #nominations: Nominations;
  #isStopped = false;

  constructor(store: Store, clock: Clock, random: Random, recorder: EventRecorder) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
    this.#recorder = recorder;
    this.#nominations = new Nominations(store);
    this.#queue = new WorkQueue(clock, (key) => {
      this.#schedule(key);
      return 0;
    });
  }

  start(): void {
    this.#store.subscribe("pods", ({ type, object, previous, restored }) => {
      this.#nominations.follow(type === "DELETED" ? undefined : object, previous);
      if (type === "DELETED") {
        this.#waiting.get(pinnedNodeOf(object) ?? ANYWHERE)?.delete(podKeyOf(object));
        const freed = nodeNameOf(object) ?? nominatedNodeOf(object);
        if (freed !== undefined) this.#retry(freed);
        return;
      }
      const ended = nodeNameOf(object) !== undefined && (phaseOf(object) === "Succeeded" || phaseOf(object) === "Failed");
      if (ended && previous !== undefined && phaseOf(previous) !== phaseOf(object)) this.#retry(nodeNameOf(object) ?? ANYWHERE);
      if (restored === true && previous !== undefined) this.#retry(nodeNameOf(previous) ?? ANYWHERE);
      // A changed condition of the pod does not matter. A changed spec does: lifted gates, added tolerations.
      if (isWaiting(object) && (previous === undefined || previous.spec !== object.spec || restored === true))
        this.#queue.add(podKeyOf(object), this.#random.int(2, 6));
    });
    this.#store.subscribe("nodes", ({ type, object, previous }) => {
      if (type !== "DELETED" && nodeMayHelp(previous, object)) this.#retry(object.metadata.name);
    });
    this.#store.subscribe("namespaces", ({ object }) => {
      if (object.metadata.name === SYSTEM) this.#stopOrStart(annotationOf(object, SCHEDULER_ANNOTATION) === "stopped");
    });
    this.#queueAll();
  }

  #queueAll(): void {
    for (const pod of this.#store.podsOnNode("")) if (isWaiting(pod)) this.#queue.add(podKeyOf(pod), 5);
  }

  /** A stopped scheduler binds no pod and writes no condition. After its start it looks at all waiting pods. */
  #stopOrStart(isStopped: boolean): void {
    if (isStopped === this.#isStopped) return;
    this.#isStopped = isStopped;
    if (!isStopped) this.#queueAll();
  }

  #retry(node: string): void {
    for (const at of [node, ANYWHERE]) {
      const keys = this.#waiting.get(at);
      if (keys === undefined) continue;
      this.#waiting.delete(at);
      for (const key of keys) this.#queue.add(key, this.#random.int(5, 20));
    }
  }

  #schedule(key: string): void {
    const [namespace, name] = splitKey(key);
    const pod = this.#store.get("pods", namespace, name);
    if (this.#isStopped || pod === undefined || !isWaiting(pod)) return;
    if (listIn(specOf(pod), "schedulingGates").length > 0) {
      this.#refuse(pod, "SchedulingGated", "Scheduling is blocked due to non-empty scheduling gates", ANYWHERE);
      return;
    }
    const pinned = pinnedNodeOf(pod);
    const tried: Tried[] = [];
    for (const node of this.#candidates(pod, pinned)) {
      const present = this.#presentFor(pod, node.metadata.name);
      const misfit = filterFailureOf(pod, node, present);
      if (misfit === undefined) return this.#bind(pod, node.metadata.name);
      tried.push({ node, present, misfit });
    }
    const excluded = pinned === undefined ? 0 : this.#store.list("nodes").length - tried.length;
    const found = this.#findVictims(pod, tried, excluded);
    const misfits = tried.map(({ misfit }) => misfit);
    const message = unschedulableMessage(misfits, excluded, typeof found === "string" ? found : undefined);
    if (typeof found === "string") return this.#refuse(pod, "Unschedulable", message, pinned ?? ANYWHERE);
    this.#refuse(pod, "Unschedulable", message, pinned ?? ANYWHERE, found.node);
    for (const victim of found.victims) this.#preempt(victim, pod, found.node);
    this.#nominations.withdraw(found.node, pod);
  }

  /**
   * Returns the pods that use capacity on a node from the view of a pod. Nominated pods of at least its priority count
   * too.
   */
  #presentFor(pod: StoredObject, node: string): readonly StoredObject[] {
    const promised = this.#nominations
      .on(node)
      .filter((other) => priorityOf(other) >= priorityOf(pod) && podKeyOf(other) !== podKeyOf(pod));
    const present = this.#store.podsOnNode(node);
    return promised.length === 0 ? present : [...present, ...promised];
  }

  /**
   * Returns the victims for a pod that fits nowhere, or the reason why there are none. Source:
   * pkg/scheduler/framework/preemption, Preempt.
   */
  #findVictims(pod: StoredObject, tried: readonly Tried[], excluded: number): Candidate | string {
    if (specOf(pod).preemptionPolicy === "Never") return "not eligible due to preemptionPolicy=Never.";
    const nominated = nominatedNodeOf(pod);
    const leaving = this.#store.podsOnNode(nominated ?? "").filter(isBeingPreempted);
    if (nominated !== undefined && leaving.some((victim) => priorityOf(victim) < priorityOf(pod)))
      return "not eligible due to a terminating pod on the nominated node.";
    const helpful = tried.filter(({ misfit }) => misfit.preemptionMayHelp);
    const all = helpful.length === 0 ? [] : this.#store.list("poddisruptionbudgets");
    const budgets = all.map((budget) => ({ budget, allowed: allowanceOf(this.#store, budget).allowed }));
    const candidates: Candidate[] = [];
    const reasons: (readonly string[])[] = [];
    for (const { node, present } of helpful) {
      const found = preemptOnNode(pod, node, present.filter(isUnfinished), budgets);
      if (found.kind === "victims") candidates.push({ node: node.metadata.name, victims: found.victims, violations: found.violations });
      else reasons.push(found.reasons);
    }
    return pickOneNode(candidates, this.#clock.nowMs()) ?? noCandidateMessage(reasons, tried.length - helpful.length + excluded);
  }

  #preempt(victim: StoredObject, pod: StoredObject, node: string): void {
    const { namespace, name, uid } = victim.metadata;
    const now = this.#store.get("pods", namespace, name);
    if (now?.metadata.uid !== uid || isDeleting(now)) return;
    const why = `${NAME}: preempting to accommodate a higher priority pod`;
    const conditions = withCondition(conditionsOf(now), this.#clock, "DisruptionTarget", "True", PREEMPTED, why);
    this.#store.update("pods", { ...now, status: { ...statusOf(now), conditions } }, "status");
    this.#store.delete("pods", namespace, name, { uid });
    this.#recorder.recordSeries(victim, "Normal", "Preempted", "Preempting", `Preempted by pod ${pod.metadata.uid} on node ${node}`, NAME);
  }

  /**
   * Returns the nodes to try, in order. For a pinned pod this is only its node. Otherwise all nodes follow in random
   * order, those with fewer pods of the same owner first.
   */
  #candidates(pod: StoredObject, pinned: string | undefined): readonly StoredObject[] {
    if (pinned === undefined) return fewestSiblingsFirst(this.#random.shuffle(this.#store.list("nodes")), this.#siblingsOf(pod));
    const node = this.#store.get("nodes", undefined, pinned);
    return node === undefined ? [] : [node];
  }

  #siblingsOf({ metadata }: StoredObject): readonly StoredObject[] {
    const owner = controllerOf(metadata);
    return owner === undefined ? [] : this.#store.podsOwnedBy(owner.uid);
  }

  #bind(pod: StoredObject, node: string): void {
    const { namespace = "", name } = pod.metadata;
    this.#store.bind(namespace, name, node);
    this.#recorder.recordSeries(pod, "Normal", "Scheduled", "Binding", `Successfully assigned ${namespace}/${name} to ${node}`, NAME);
  }

  #refuse(pod: StoredObject, reason: "Unschedulable" | "SchedulingGated", message: string, node: string, nominated?: string): void {
    const waiting = this.#waiting.get(node) ?? new Set<string>();
    waiting.add(podKeyOf(pod));
    this.#waiting.set(node, waiting);
    if (reason === "Unschedulable") this.#recorder.recordSeries(pod, "Warning", "FailedScheduling", "Scheduling", message, NAME);
    if (conditionNamed(pod, "PodScheduled")?.message === message && nominated === undefined) return;
    const conditions = withCondition(conditionsOf(pod), this.#clock, "PodScheduled", "False", reason, message);
    const now = this.#store.get("pods", pod.metadata.namespace, pod.metadata.name);
    if (now === undefined) return;
    const status = { ...statusOf(now), conditions, ...(nominated === undefined ? {} : { nominatedNodeName: nominated }) };
    this.#store.update("pods", { ...now, status }, "status");
  }
}
