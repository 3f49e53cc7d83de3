import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { CountedCause, StallCause } from "../records/concern-detail.ts";
import type { Concern } from "../records/rollout.ts";

/** Returns the deeper cause of a stall; undefined if the held slots name it better. */
function ofStall(count: number, behind: StallCause): CountedCause | undefined {
  switch (behind.kind) {
    case "broken":
      return { count: behind.count, cause: { kind: "revisionBreaksNodes" } };
    case "surgeFails":
    case "surgeWillFail":
      return { count, cause: { kind: "surgePortClash", subject: behind.ports.join(", ") } };
    case "loop":
      return undefined;
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
      return (detail.behind === undefined ? undefined : ofStall(detail.count, detail.behind)) ?? detail;
    case "failing":
      return detail;
    case "unavailable":
      return detail.causes[0];
    case "loops":
      return { count: detail.nodes, cause: detail.longest.cause };
    case "broken":
    case "surgeFails":
    case "surgeWillFail":
      return ofStall(0, detail);
    case "nodesUnready":
      return { count: detail.count, cause: { kind: "nodeNotReady" } };
    case "misscheduled":
      return { count: detail.count, cause: { kind: "misscheduled", ...(detail.taint === undefined ? {} : { subject: detail.taint }) } };
    case "outdated":
      return { count: detail.count, cause: { kind: "waitsForDeletion" } };
    case "beingDeleted": {
      const { count, finalizer } = detail;
      return { count, cause: finalizer === undefined ? { kind: "terminating" } : { kind: "podFinalizer", subject: finalizer } };
    }
    case "notObserved":
    case "idle":
      return { count: 0, cause: { kind: "controllerBehind" } };
    case "passedOver":
      return { count: detail.count, cause: { kind: "controllerForgot" } };
    case "dropped":
      return undefined;
    default:
      return assertNever(detail);
  }
}
