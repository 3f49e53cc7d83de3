import { ownValue } from "@daemonscope/kube/base/own-value";
import { EDITABLE_FIELDS, type EditableField, type KubeDaemonSet, type StringMap } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { type DeliveryManager, MARK_ANNOTATIONS } from "@daemonscope/kube/well-known";
import type { Owner, OwnerKind, Ownership } from "../records/ownership.ts";

/** A tool that may own a DaemonSet. Returns undefined unless all its marks are present. */
type Claim = (daemonSet: KubeDaemonSet) => Owner | undefined;

const ARGO_MANAGERS: readonly DeliveryManager[] = ["argocd-controller", "argocd-application-controller"];
/** The first is a custom key that names Argo CD. The second is its default key, which other tools set too. */
const ARGO_LABELS: readonly string[] = ["argocd.argoproj.io/instance", "app.kubernetes.io/instance"];

const textOf = (map: StringMap | undefined, key: string): string => ownValue(map ?? {}, key) ?? "";

/** Returns the fields that these managers set, in the order of `EDITABLE_FIELDS`; undefined if none set any. */
function fieldsOf(
  { deliveredFields = {} }: KubeDaemonSet,
  managers: readonly (DeliveryManager | "others")[],
): readonly EditableField[] | undefined {
  const all = managers.flatMap((manager) => deliveredFields[manager] ?? []);
  return all.length === 0 ? undefined : EDITABLE_FIELDS.filter((field) => all.some((fields) => fields[field] === true));
}

/** `fields`: undefined if the owner's field manager is unknown. */
function ownerOf(daemonSet: KubeDaemonSet, kind: OwnerKind, name: string, fields: Owner["fields"]): Owner {
  if (fields === undefined) return { kind, name };
  const disputed = fieldsOf(daemonSet, ["others"]) ?? [];
  return { kind, name, fields, ...(disputed.length === 0 ? {} : { disputed }) };
}

/** Returns the application in a tracking id. An id of another object was copied by an operator, and Argo CD ignores it.
 *  The namespace of the application comes first, with an underscore.
 *  Source: argoproj/argo-cd, util/argo/resource_tracking.go and docs/user-guide/resource_tracking.md. */
function argoApplication({ metadata: { annotations, namespace, name } }: KubeDaemonSet): string | undefined {
  const [application = "", kind, object] = textOf(annotations, MARK_ANNOTATIONS.argoTracking).split(":");
  return application !== "" && kind === "apps/DaemonSet" && object === `${namespace}/${name}` ? application.replace("_", "/") : undefined;
}

/** Without a tracking id, a label names the application only if Argo CD also set fields. */
function argoClaim(daemonSet: KubeDaemonSet): Owner | undefined {
  const fields = fieldsOf(daemonSet, ARGO_MANAGERS);
  const tracked = argoApplication(daemonSet);
  if (tracked !== undefined) return ownerOf(daemonSet, "argocd", tracked, fields);
  if (fields === undefined) return undefined;
  const labels = ARGO_LABELS.map((key) => textOf(daemonSet.metadata.labels, key));
  const name = labels.find((label) => label !== "");
  return name === undefined ? undefined : ownerOf(daemonSet, "argocd", name, fields);
}

/** Operators copy labels to the objects that they create. A label counts only if the tool itself set fields.
 *  Source: fluxcd/pkg, ssa and apis/kustomize; fluxcd/helm-controller, internal/postrender. */
function fluxClaim(kind: "fluxKustomization" | "fluxHelmRelease", group: string, manager: DeliveryManager): Claim {
  return (daemonSet) => {
    const { labels } = daemonSet.metadata;
    const [namespace, name] = [textOf(labels, `${group}/namespace`), textOf(labels, `${group}/name`)];
    const fields = fieldsOf(daemonSet, [manager]);
    return namespace === "" || name === "" || fields === undefined ? undefined : ownerOf(daemonSet, kind, `${namespace}/${name}`, fields);
  };
}

/** Values with which kustomize-controller does not change an existing object.
 *  Source: fluxcd/website, content/en/flux/components/kustomize/kustomizations.md. */
const isFluxPaused = ({ metadata: { annotations } }: KubeDaemonSet): boolean =>
  textOf(annotations, MARK_ANNOTATIONS.fluxReconcile) === "disabled" ||
  ["IfNotPresent", "Ignore"].includes(textOf(annotations, MARK_ANNOTATIONS.fluxApply));

const fluxLabels = fluxClaim("fluxKustomization", "kustomize.toolkit.fluxcd.io", "kustomize-controller");

function kustomizationClaim(daemonSet: KubeDaemonSet): Owner | undefined {
  const found = fluxLabels(daemonSet);
  return found !== undefined && isFluxPaused(daemonSet) ? { ...found, isPaused: true } : found;
}

const fluxReleaseClaim = fluxClaim("fluxHelmRelease", "helm.toolkit.fluxcd.io", "helm-controller");

/** Helm adopts an object only with both annotations and the label. Its field manager is the name of the program that
 *  embeds it, so that its fields are unknown. Source: helm/helm, pkg/action/validate.go. */
function helmClaim(daemonSet: KubeDaemonSet): Owner | undefined {
  const { annotations, labels } = daemonSet.metadata;
  const [namespace, name] = [MARK_ANNOTATIONS.helmNamespace, MARK_ANNOTATIONS.helmRelease].map((key) => textOf(annotations, key));
  const isHelm = textOf(labels, "app.kubernetes.io/managed-by") === "Helm";
  if (!isHelm || namespace === "" || name === "" || fluxReleaseClaim(daemonSet) !== undefined) return undefined;
  return { kind: "helm", name: `${namespace}/${name}` };
}

function operatorClaim({ metadata, ownerManager }: KubeDaemonSet): Owner | undefined {
  const controller = controllerOf(metadata);
  if (controller === undefined) return undefined;
  const name = `${controller.kind} ${controller.name}`;
  return { kind: "operator", name, ...(ownerManager === undefined ? {} : { manager: ownerManager }) };
}

/** The claims of tools that act without a user. */
const CLAIMS: readonly Claim[] = [argoClaim, kustomizationClaim, fluxReleaseClaim, helmClaim, operatorClaim];

/** Returns the owner of a DaemonSet, by its labels, annotations, owner reference and field managers; undefined if no
 *  tool is known to own it (rule R33). The cost does not depend on the number of field managers. */
export function ownershipOf(daemonSet: KubeDaemonSet): Ownership | undefined {
  const claims = CLAIMS.flatMap((claim) => claim(daemonSet) ?? []);
  const [first] = claims;
  if (claims.length > 1) return { kind: "unclear", claims };
  if (first !== undefined) {
    const { deliveredAtMs } = daemonSet;
    return { kind: "one", owner: first, ...(first.fields === undefined || deliveredAtMs === undefined ? {} : { deliveredAtMs }) };
  }
  const applied = fieldsOf(daemonSet, ["kubectl-client-side-apply", "kubectl"]);
  return applied === undefined ? undefined : { kind: "one", owner: ownerOf(daemonSet, "kubectl", "", applied) };
}
