import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { CauseFact } from "../records/cause-fact.ts";
import type { ConcernDetail, CountedCause, StallCause } from "../records/concern-detail.ts";
import type { Concern } from "../records/rollout.ts";

/** Returns the cause that a deletion waits for: a finalizer, the garbage collector, otherwise the end of its pods. The
 *  garbage collector runs in the same process as the controller. */
export function causeOfDeletion({ finalizer, uncollected }: Extract<ConcernDetail, { readonly kind: "beingDeleted" }>): CauseFact {
  if (finalizer !== undefined) return { kind: "podFinalizer", subject: finalizer };
  return { kind: uncollected === true ? "controllerBehind" : "terminating" };
}

/** Returns the deeper cause of a stall. With a loop, it is that of the held slots, and the loop states how
 *  often it happened. */
function ofStall({ count, cause, detail = {} }: CountedCause, behind: StallCause): CountedCause {
  switch (behind.kind) {
    case "broken":
      return { count: behind.count, cause: { kind: "revisionBreaksNodes" } };
    case "surgeFails":
    case "surgeWillFail":
      return { count, cause: { kind: "surgePortClash", subject: behind.ports.join(", ") } };
    case "loop": {
      const { count: _, failures: __, atLeast: ___, ...occurrence } = detail;
      return { count, cause, detail: occurrence };
    }
    default:
      return assertNever(behind);
  }
}

/** Returns the cause that a concern states: of several the largest. Undefined without a concern, and if nodes stopped
 *  wanting the DaemonSet: then no pod has a problem. */
export function causeOfConcern(concern: Concern | null): CountedCause | undefined {
  const detail = concern?.detail;
  if (detail === undefined) return undefined;
  switch (detail.kind) {
    case "held":
      return detail.behind === undefined ? detail : ofStall(detail, detail.behind);
    case "failing":
      return detail;
    case "unavailable":
      return detail.causes[0];
    case "loops":
      return { count: detail.nodes, cause: detail.longest.cause };
    case "broken":
      return { count: detail.count, cause: { kind: "revisionBreaksNodes" } };
    case "surgeFails":
    case "surgeWillFail":
      return { count: 0, cause: { kind: "surgePortClash", subject: detail.ports.join(", ") } };
    case "nodesUnready":
      return { count: detail.count, cause: { kind: "nodeNotReady" } };
    case "misscheduled":
      return { count: detail.count, cause: { kind: "misscheduled", ...(detail.taint === undefined ? {} : { subject: detail.taint }) } };
    case "outdated":
      return { count: detail.count, cause: { kind: "waitsForDeletion" } };
    case "beingDeleted":
      return { count: detail.count, cause: causeOfDeletion(detail) };
    case "notObserved":
    case "idle":
      return { count: 0, cause: { kind: "controllerBehind" } };
    case "passedOver":
      return { count: detail.count, cause: { kind: "controllerForgot" } };
    case "upgradeFailed":
    case "upgradeIdle":
    case "pauseLeft":
      return { count: detail.count, cause: { kind: detail.kind, subject: detail.controller } };
    case "dropped":
      return undefined;
    default:
      return assertNever(detail);
  }
}
