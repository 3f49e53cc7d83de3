import type { CauseFact } from "../../records/cause-fact.ts";
import type { StartStep } from "../start-step.ts";

/** The steps of a pod trail, in this order. `wanted`: a change made its DaemonSet want the pod; `oldDeleted`,
 *  `oldGone`: the previous pod; `takenUp`: the kubelet reported the pod; `sandbox`: volumes, network and the pod's
 *  own sandbox; `init`: its init containers ended; `deleted`, `gone`: its own end. */
export type TrailName =
  | "wanted"
  | "oldDeleted"
  | "oldGone"
  | "created"
  | "bound"
  | "takenUp"
  | "sandbox"
  | "init"
  | "pulled"
  | "started"
  | "ready"
  | "available"
  | "deleted"
  | "gone";

/** The requirement of a missing step. */
export type TrailRequirement =
  | { readonly kind: "scheduler"; readonly trouble: CauseFact | undefined }
  | { readonly kind: "kubelet" }
  | { readonly kind: "sandbox" }
  /** `container` blocks the step. */
  | { readonly kind: "init" | "image" | "start" | "ready"; readonly container: string; readonly reason: string }
  /** The pod's next step blocks it; no container is known by name. */
  | { readonly kind: "step"; readonly step: StartStep }
  | { readonly kind: "trouble"; readonly trouble: CauseFact }
  /** The kubelet pulls this image since then. */
  | { readonly kind: "pull"; readonly image: string; readonly sinceMs: number }
  /** The kubelet rejected the pod, so no step follows. */
  | { readonly kind: "rejected"; readonly trouble: CauseFact }
  /** Its containers may take until this time to end. */
  | { readonly kind: "grace"; readonly untilMs: number | undefined }
  /** All containers are ready: a readiness gate, or the node, blocks it. */
  | { readonly kind: "gates" }
  /** Ready without interruption for this time; `atMs`: when it is reached, while the pod is ready. */
  | { readonly kind: "minReadySeconds"; readonly seconds: number; readonly atMs: number | undefined };

/** One step. `came`: with its time, if it is known. `lost`: complete until then. `missing`: not complete; `needs` is
 *  the requirement of the first missing one. */
export type TrailStep =
  | { readonly name: TrailName; readonly kind: "came"; readonly atMs: number | undefined }
  | { readonly name: TrailName; readonly kind: "lost"; readonly atMs: number; readonly needs: TrailRequirement | undefined }
  | { readonly name: TrailName; readonly kind: "missing"; readonly needs: TrailRequirement | undefined };

export const reached = (name: TrailName, atMs: number | undefined): TrailStep => ({ name, kind: "came", atMs });
export const missing = (name: TrailName, needs: TrailRequirement | undefined): TrailStep => ({ name, kind: "missing", needs });

/** Returns the last step of a pod that the kubelet rejected: no further step follows. `atMs`: when, if it is known. */
export const rejected = (trouble: CauseFact, atMs: number | undefined): TrailStep => {
  const needs = { kind: "rejected", trouble } as const;
  return atMs === undefined ? missing("takenUp", needs) : { name: "takenUp", kind: "lost", atMs, needs };
};

/** Removes the needs of steps after the first incomplete one, except the seconds of availability. */
export function firstReported(steps: readonly TrailStep[]): readonly TrailStep[] {
  const first = steps.findIndex(({ kind }) => kind !== "came");
  return steps.map((step, at) =>
    step.kind === "came" || at === first || step.needs?.kind === "minReadySeconds" ? step : { ...step, needs: undefined },
  );
}
