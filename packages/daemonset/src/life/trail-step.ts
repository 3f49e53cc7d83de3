import type { StartStep } from "../pods/start-step.ts";
import type { PodReason } from "../records/pod-reason.ts";

/** What happens to a pod on its way, in this order. `wanted`: something new made its DaemonSet want it; `oldDeleted`, `oldGone`: the pod before it; `sandbox`: volumes, network
 *  and the pod's own sandbox; `init`: its init containers ended; `deleted`, `gone`: its own end. */
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

/** What a step waits for that did not come. */
export type TrailNeed =
  | { readonly kind: "scheduler"; readonly trouble: PodReason | undefined }
  | { readonly kind: "kubelet" }
  | { readonly kind: "sandbox" }
  /** Of this container. */
  | { readonly kind: "init" | "image" | "start" | "ready"; readonly container: string; readonly reason: string }
  /** Of no container that is known by name. */
  | { readonly kind: "step"; readonly step: StartStep }
  | { readonly kind: "trouble"; readonly trouble: PodReason }
  /** Its containers may take so long to end. */
  | { readonly kind: "grace"; readonly untilMs: number | undefined }
  /** All containers are ready: a gate, or the node, holds it. */
  | { readonly kind: "gates" }
  /** Ready without a break for so long; `atMs` when that is so, while it is ready. */
  | { readonly kind: "minReadySeconds"; readonly seconds: number; readonly atMs: number | undefined };

/** One step. `came`: and when, where that is known. `lost`: it was so, until then. `missing`: it did not come; `needs` says what the first of those waits for. */
export type TrailStep =
  | { readonly name: TrailName; readonly kind: "came"; readonly atMs: number | undefined }
  | { readonly name: TrailName; readonly kind: "lost"; readonly atMs: number; readonly needs: TrailNeed | undefined }
  | { readonly name: TrailName; readonly kind: "missing"; readonly needs: TrailNeed | undefined };

export const came = (name: TrailName, atMs: number | undefined): TrailStep => ({ name, kind: "came", atMs });
export const missing = (name: TrailName, needs: TrailNeed | undefined): TrailStep => ({ name, kind: "missing", needs });

/** What comes after a step that did not come says nothing more of why, but for the seconds that availability takes. */
export function onceSaid(steps: readonly TrailStep[]): readonly TrailStep[] {
  const first = steps.findIndex(({ kind }) => kind !== "came");
  return steps.map((step, at) =>
    step.kind === "came" || at === first || step.needs?.kind === "minReadySeconds" ? step : { ...step, needs: undefined },
  );
}
