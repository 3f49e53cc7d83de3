import { timeMs } from "@daemonscope/kube/values/time";
import fc from "fast-check";
import { isGone, podFactsOf } from "../pods/pod-facts.ts";
import { MODEL_SOURCES, type ModelSource } from "../records/records.ts";
import { dropObject, putDaemonSet, putEvent, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aFailedDaemonPod, aNode, aPod, aRevision, aWarning, EPOCH_MS, type PodParts } from "./objects.fixture.ts";

/** An input of a cluster, or a call to its model. */
export type Step =
  | {
      readonly do: "putNode";
      readonly node: string;
      readonly gpu: boolean;
      readonly tainted: "" | "NoSchedule" | "NoExecute";
      readonly ready: boolean;
      readonly readySinceMs: number;
      readonly memoryBytes: number | undefined;
    }
  | { readonly do: "dropNode"; readonly node: string }
  | {
      readonly do: "putSet";
      readonly set: string;
      readonly template: number;
      readonly gpuOnly: boolean;
      readonly strategy: "percent" | "surge" | "percentSurge" | "onDelete";
      readonly minReadySeconds: number;
      readonly templateGeneration: number;
      readonly status: number;
    }
  | { readonly do: "dropSet"; readonly set: string }
  | { readonly do: "putRevision"; readonly set: string; readonly revision: number; readonly createdAtMs: number }
  | { readonly do: "dropRevision"; readonly set: string; readonly revision: number }
  | { readonly do: "putPod"; readonly set: string; readonly pod: number; readonly parts: PodParts }
  | { readonly do: "dropPod"; readonly pod: number }
  | {
      readonly do: "putWarning";
      readonly about: { readonly set: string } | { readonly pod: number };
      readonly event: number;
      readonly reason: string;
      readonly message: string;
      readonly ms: number;
    }
  | { readonly do: "tick" | "at"; readonly ms: number }
  | { readonly do: "take" }
  /** Only a model that remembers handles these. */
  | { readonly do: "beginMarks" }
  | { readonly do: "read"; readonly source: ModelSource }
  | { readonly do: "putEvent"; readonly set: string; readonly node: string; readonly event: number; readonly ms: number }
  | { readonly do: "dropEvent"; readonly event: number };

const node = fc.constantFrom("n1", "n2", "n3");
const set = fc.constantFrom("a", "b");
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Parts of a pod that the scheduler refuses, or that holds a host port. */
const REFUSALS = {
  memory: {
    requests: { memory: "4Gi" },
    schedulerMessage: "0/3 nodes are available: 1 Insufficient memory, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].",
  },
  port: {
    hostPorts: [9100],
    schedulerMessage:
      "0/3 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 2 node(s) didn't satisfy plugin(s) [NodeAffinity].",
  },
} as const;

/** Steps for a model without memory of earlier times, because `beginMarks` was not called. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("putNode" as const),
    node,
    gpu: fc.boolean(),
    tainted: fc.constantFrom("" as const, "NoSchedule" as const, "NoExecute" as const),
    ready: fc.boolean(),
    readySinceMs: fc.nat(30_000),
    memoryBytes: fc.constantFrom(undefined, 2 ** 31, 2 ** 33),
  }),
  fc.record({ do: fc.constant("dropNode" as const), node }),
  fc.record({
    do: fc.constant("putSet" as const),
    set,
    template: fc.integer({ min: 1, max: 3 }),
    gpuOnly: fc.boolean(),
    strategy: fc.constantFrom("percent" as const, "surge" as const, "percentSurge" as const, "onDelete" as const),
    minReadySeconds: fc.constantFrom(0, 5),
    templateGeneration: fc.integer({ min: 1, max: 2 }),
    status: fc.nat(3),
  }),
  fc.record({ do: fc.constant("dropSet" as const), set }),
  fc.record({
    do: fc.constant("putRevision" as const),
    set,
    revision: fc.integer({ min: 1, max: 3 }),
    createdAtMs: fc.nat(30_000),
  }),
  fc.record({ do: fc.constant("dropRevision" as const), set, revision: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constant("putPod" as const),
    set,
    pod: fc.nat(5),
    parts: fc
      .tuple(
        node,
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        optional(fc.nat(20_000)),
        optional(fc.nat(9000)),
        fc.constantFrom(undefined, "ImagePullBackOff"),
        fc.constantFrom("Running", "Pending", "Failed"),
        fc.tuple(fc.nat(20_000), fc.nat(1), optional(fc.integer({ min: 1, max: 2 }))),
        fc.constantFrom(undefined, undefined, "memory" as const, "port" as const),
      )
      .map(
        ([at, bound, hash, readyAtMs, deletedAtMs, waiting, phase, [createdAtMs, restarts, templateGeneration], lacks]): PodParts => ({
          createdAtMs,
          restarts,
          ...(templateGeneration === undefined ? {} : { templateGeneration }),
          ...(bound ? { node: at } : { pinnedTo: at }),
          hash: `hash-${hash}`,
          phase,
          ...(readyAtMs === undefined || !bound ? {} : { readyAtMs }),
          ...(deletedAtMs === undefined ? {} : { deletedAtMs }),
          ...(waiting === undefined ? {} : { waiting }),
          ...(lacks === undefined ? {} : REFUSALS[lacks]),
        }),
      ),
  }),
  fc.record({ do: fc.constant("dropPod" as const), pod: fc.nat(5) }),
  fc
    .tuple(
      fc.oneof(fc.record({ set }), fc.record({ pod: fc.nat(5) })),
      fc.nat(2),
      fc.constantFrom("FailedMount", "FailedScheduling", "Unhealthy"),
      fc.constantFrom("a", "b"),
      fc.oneof(fc.nat(30_000), fc.nat(600_000)),
    )
    .map(([about, event, reason, message, ms]) => ({ do: "putWarning" as const, about, event, reason, message, ms })),
  // Steps take up to ten minutes: a waiting pod is late after ten minutes, and a node is lost after five.
  fc.record({ do: fc.constant("tick" as const), ms: fc.oneof(fc.nat(30_000), fc.nat(600_000)) }),
  fc.record({ do: fc.constant("at" as const), ms: fc.oneof(fc.nat(30_000), fc.nat(600_000)) }),
  fc.record({ do: fc.constant("take" as const) }),
);

/** Steps for a model that remembers; more of them concern pods that are created and fail. */
export const rememberedStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: step, weight: 12 },
  { arbitrary: fc.constant({ do: "beginMarks" as const }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant("read" as const), source: fc.constantFrom(...MODEL_SOURCES) }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant("putEvent" as const), set, node, event: fc.nat(3), ms: fc.nat(600_000) }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: fc.constant("dropEvent" as const), event: fc.nat(3) }), weight: 1 },
);

const STRATEGIES = {
  percent: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "50%" } },
  surge: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  percentSurge: { type: "RollingUpdate", rollingUpdate: { maxSurge: "10%", maxUnavailable: 0 } },
  onDelete: { type: "OnDelete" },
} as const;

/** The receiver of a history: a model, or an object in front of one. */
export type HistoryTarget = Pick<ClusterModel, "apply" | "at" | "tick"> & { takeChanges(): unknown };

/** Applies steps to models, and holds the objects that the API would have after them. */
export class FixtureCluster {
  readonly nodes = new Map<string, ReturnType<typeof aNode>>();
  readonly sets = new Map<string, ReturnType<typeof aDaemonSet>>();
  readonly revisions = new Map<string, ReturnType<typeof aRevision>>();
  readonly pods = new Map<number, ReturnType<typeof aPod>>();
  /** Warnings about pods and DaemonSets that may still hold. */
  readonly warnings = new Map<string, ReturnType<typeof aWarning>>();
  nowMs = EPOCH_MS;

  apply(input: Step, ...models: readonly HistoryTarget[]): void {
    for (const applyTo of this.#callsOf(input)) for (const model of models) applyTo(model);
  }

  /** Records the step and returns the calls that apply it to a model. */
  #callsOf(input: Step): readonly ((model: HistoryTarget) => unknown)[] {
    switch (input.do) {
      case "putNode": {
        const taints = input.tainted === "" ? [] : [{ key: "t", effect: input.tainted }];
        const object = aNode(input.node, {
          labels: input.gpu ? { gpu: "1" } : {},
          taints,
          ready: input.ready ? "True" : "False",
          readySinceMs: input.readySinceMs,
          ...(input.memoryBytes === undefined ? {} : { allocatable: { memoryBytes: input.memoryBytes } }),
        });
        this.nodes.set(input.node, object);
        return [(model) => model.apply(putNode(object))];
      }
      case "dropNode":
        this.nodes.delete(input.node);
        return [(model) => model.apply(dropObject("nodes", input.node))];
      case "putSet": {
        const before = this.sets.get(input.set)?.metadata.generation ?? 0;
        const object = aDaemonSet(input.set, {
          generation: before + 1,
          templateHash: `template-${input.template}`,
          template: { nodeSelector: input.gpuOnly ? { gpu: "1" } : {} },
          strategy: STRATEGIES[input.strategy],
          minReadySeconds: input.minReadySeconds,
          templateGeneration: input.templateGeneration,
          status: { desiredNumberScheduled: 3, updatedNumberScheduled: input.status, numberAvailable: input.status },
        });
        this.sets.set(input.set, object);
        return [(model) => model.apply(putDaemonSet(object))];
      }
      case "dropSet":
        this.sets.delete(input.set);
        this.#endWarnings(({ involved }) => involved.uid === `ds-${input.set}`);
        return [(model) => model.apply(dropObject("daemonsets", `ds-${input.set}`))];
      case "putRevision": {
        const object = aRevision(input.set, input.revision, { createdAtMs: input.createdAtMs });
        this.revisions.set(object.metadata.uid, object);
        return [(model) => model.apply(putRevision(object))];
      }
      case "dropRevision":
        this.revisions.delete(`cr-${input.set}-${input.revision}`);
        return [(model) => model.apply(dropObject("controllerrevisions", `cr-${input.set}-${input.revision}`))];
      case "putPod": {
        const object = aPod(input.set, `p${input.pod}`, input.parts);
        this.pods.set(input.pod, object);
        this.#endCreateErrors();
        return [(model) => model.apply(putPod(object))];
      }
      case "dropPod":
        this.pods.delete(input.pod);
        this.#endWarnings(({ involved }) => involved.uid === `pod-p${input.pod}`);
        return [(model) => model.apply(dropObject("pods", `pod-p${input.pod}`))];
      case "tick":
        this.nowMs += input.ms;
        return [(model) => model.tick(this.nowMs)];
      case "at":
        this.nowMs += input.ms;
        return [(model) => model.at(this.nowMs)];
      case "beginMarks":
        return [(model) => model.takeChanges(), (model) => model.apply({ do: "beginMarks" })];
      case "read":
        return [(model) => model.apply({ do: "read", source: input.source })];
      case "putEvent": {
        const object = aFailedDaemonPod(input.set, input.node, { event: input.event, atMs: this.nowMs - EPOCH_MS - input.ms });
        return [(model) => model.apply(putEvent(object))];
      }
      case "putWarning": {
        const { about, event, message } = input;
        const atMs = this.nowMs - EPOCH_MS - input.ms;
        const object =
          "set" in about
            ? aWarning("DaemonSet", about.set, { uid: `${about.set}-${event}`, reason: "FailedCreate", message, atMs })
            : aWarning("Pod", `p${about.pod}`, { uid: `p${about.pod}-${event}`, reason: input.reason, message, atMs });
        this.warnings.set(object.metadata.uid, object);
        this.#endCreateErrors();
        return [(model) => model.apply(putEvent(object))];
      }
      case "dropEvent":
        return [(model) => model.apply(dropObject("events", `event-${input.event}`))];
      case "take":
        return [(model) => model.takeChanges()];
    }
  }

  #endWarnings(isOver: (warning: ReturnType<typeof aWarning>) => boolean): void {
    for (const [uid, warning] of this.warnings) if (isOver(warning)) this.warnings.delete(uid);
  }

  /** Ends the failures to create a pod that a created pod of the DaemonSet followed. */
  #endCreateErrors(): void {
    for (const pod of this.pods.values()) {
      const facts = podFactsOf(pod);
      if (facts === undefined || isGone(facts)) continue;
      this.#endWarnings(({ involved, lastSeen }) => involved.uid === facts.ownerUid && (timeMs(lastSeen) ?? 0) < facts.createdAtMs);
    }
  }

  rebuild(): ClusterModel {
    const model = new ClusterModel({ nowMs: this.nowMs });
    const warnings = [...this.warnings.values()].reverse();
    for (const warning of warnings.slice(0, warnings.length / 2)) model.apply(putEvent(warning));
    for (const pod of [...this.pods.values()].reverse()) model.apply(putPod(pod));
    for (const object of this.sets.values()) model.apply(putDaemonSet(object));
    for (const revision of [...this.revisions.values()].reverse()) model.apply(putRevision(revision));
    for (const object of [...this.nodes.values()].reverse()) model.apply(putNode(object));
    for (const warning of warnings.slice(warnings.length / 2)) model.apply(putEvent(warning));
    return model;
  }
}
