import { ineligibilityOf } from "@daemonscope/daemonset/placement/eligibility";
import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import type { DaemonSetThen } from "@daemonscope/shared/http/what-if";
import { rolloutOf } from "../../../panels/actions/effect/what-if-verdict.ts";

/** The reason why a DaemonSet loses nodes, gains some, or is not affected. Texts are the API's own. */
export type DecidingCause =
  | { readonly kind: "noToleration" }
  /** The toleration that is closest to the taint. */
  | { readonly kind: "onlyTolerates"; readonly toleration: string }
  | { readonly kind: "wants"; readonly what: string }
  | { readonly kind: "pinned"; readonly node: string }
  | { readonly kind: "affinity" }
  | { readonly kind: "nodesLeave" }
  | { readonly kind: "deleted" }
  | { readonly kind: "new" }
  | { readonly kind: "template" }
  | { readonly kind: "toleratesAll" }
  | { readonly kind: "joins" }
  | { readonly kind: "none" };

function byCheck(check: PlacementCheck, record: DaemonSetRecord | undefined): DecidingCause {
  if (check.kind === "taint") {
    const near = record?.placement.tolerations.find(({ key }) => key === check.taint.key);
    return near === undefined ? { kind: "noToleration" } : { kind: "onlyTolerates", toleration: tolerationText(near) };
  }
  const { kind, what } = ineligibilityOf(check);
  if (kind === "nodeName") return { kind: "pinned", node: what };
  return what === "" ? { kind: "affinity" } : { kind: "wants", what };
}

/** Returns the check that determines the outcome of a DaemonSet, or another reason. `joins`: nodes would join. */
export function decidingCauseOf(set: DaemonSetThen, record: DaemonSetRecord | undefined, joins: boolean): DecidingCause {
  if (set.life === "goes") return { kind: "deleted" };
  if (set.life === "comes") return { kind: "new" };
  if (set.lostBy !== undefined) return byCheck(set.lostBy, record);
  if (rolloutOf(set) !== undefined) return { kind: "template" };
  const goes = set.ghosts.find(({ ghost }) => ghost === "goes");
  if (goes !== undefined) return goes.check === undefined ? { kind: "nodesLeave" } : byCheck(goes.check, record);
  const toleratesAll = record?.placement.tolerations.some(({ key, operator }) => (key ?? "") === "" && operator === "Exists");
  const gainsPods = set.ghosts.some(({ ghost }) => ghost === "comes" || ghost === "unfit");
  if (toleratesAll === true) return { kind: "toleratesAll" };
  return gainsPods && joins ? { kind: "joins" } : { kind: "none" };
}
