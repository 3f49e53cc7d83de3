import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { EditableField } from "@daemonscope/kube/objects";
import { ownersRevision } from "../../managed/owner-revision.ts";
import type { EditedOwnership, EditedPart, Owner, Reaction } from "../../records/ownership.ts";
import type { Change, DaemonSetEdit } from "./change.ts";
import type { PlanFacts } from "./plan-facts.ts";

interface Edited {
  readonly part: EditedPart;
  /** An owner that set none of these fields leaves the edit alone. Absent: each owner reacts. */
  readonly fields?: readonly EditableField[];
  /** The owner's manifest has one complete value here. In a map or a list with keys, the edit may add another key. */
  readonly isWhole?: true;
  /** Manifests do not have it: only an owner that set it reacts, and no other manager took it from the owner. */
  readonly isAdded?: true;
  /** The manifest that kubectl last applied still has the undone template. */
  readonly isUndo?: true;
}

const TEMPLATE: Edited = { part: "template", fields: ["template"] };
const STRATEGY: Edited = { part: "strategy", fields: ["updateStrategy"] };

const EDITED: { readonly [Kind in DaemonSetEdit["kind"]]: Edited | undefined } = {
  restart: { part: "template", fields: ["restartedAt"], isAdded: true },
  image: { part: "template", fields: ["image"], isWhole: true },
  tolerations: { part: "template", fields: ["tolerations"], isWhole: true },
  priorityClass: { part: "template", fields: ["priorityClassName"], isWhole: true },
  nodeSelector: { part: "template", fields: ["nodeSelector"] },
  affinity: { part: "template", fields: ["affinity"] },
  resources: { part: "template", fields: ["resources"] },
  hostPorts: { part: "template", fields: ["ports"] },
  revision: { ...TEMPLATE, isUndo: true },
  manifest: TEMPLATE,
  updateStrategyType: STRATEGY,
  budget: STRATEGY,
  limits: STRATEGY,
  strategy: STRATEGY,
  // No tool reverts a key that its manifest does not have.
  annotation: undefined,
};

const DELETED: Edited = { part: "whole", isWhole: true };

function editedBy(change: Change): Edited | undefined {
  if (change.kind === "deleteDaemonSet") return DELETED;
  return change.kind === "editDaemonSet" ? EDITED[change.edit.kind] : undefined;
}

const undoneTo = (change: Change): number | undefined =>
  change.kind === "editDaemonSet" && change.edit.kind === "revision" ? change.edit.to : undefined;

/** Reports whether the edit concerns a field of the owner: `taken` if another manager set it meanwhile. */
function claimOf({ fields, disputed = [] }: Owner, edited: Edited): "owned" | "taken" | "none" {
  if (fields === undefined || edited.fields === undefined || edited.fields.some((field) => fields.includes(field))) return "owned";
  return edited.isAdded !== true && edited.fields.some((field) => disputed.includes(field)) ? "taken" : "none";
}

/** Returns how the owner reacts; undefined if it leaves the edit alone. Only Flux is certain to revert a field that it
 *  set. The self-heal of Argo CD, the drift correction of a HelmRelease and the code of an operator are not visible on
 *  the object. Helm acts at the next upgrade. For `kubectl apply` the warning is that of `kubectl rollout undo`. */
function reactionOf(owner: Owner, edited: Edited): Reaction | undefined {
  const { kind, isPaused } = owner;
  const claim = claimOf(owner, edited);
  if (isPaused === true || claim === "none") return undefined;
  switch (kind) {
    case "fluxKustomization":
      return edited.isWhole === true && claim === "owned" ? "reverts" : "mayRevert";
    case "kubectl":
      return edited.isUndo === true ? "mayRevert" : undefined;
    case "argocd":
    case "fluxHelmRelease":
    case "helm":
    case "operator":
      return "mayRevert";
    default:
      return assertNever(kind);
  }
}

/** Returns what the owner of a changed DaemonSet does to the change; undefined if nothing is known to revert it, or if
 *  the change returns to the owner's own revision (rule R33). */
export function ownershipOfChange(facts: Pick<PlanFacts, "daemonSet">, change: Change): EditedOwnership | undefined {
  const edited = editedBy(change);
  if (edited === undefined || !("name" in change)) return undefined;
  const { ownership, rollout } = facts.daemonSet(change.namespace, change.name) ?? {};
  if (ownership === undefined || ownership.kind === "unclear") return ownership;
  const { owner } = ownership;
  const target = undoneTo(change);
  if (target !== undefined && target === ownersRevision(ownership, rollout?.revisions ?? [])) return undefined;
  const reaction = reactionOf(owner, edited);
  return reaction === undefined ? undefined : { kind: "one", owner, part: edited.part, reaction };
}
