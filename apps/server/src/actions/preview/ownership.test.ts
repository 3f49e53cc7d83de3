import type { Change, DaemonSetEdit } from "@daemonscope/daemonset/actions/changes/change";
import { ownershipOfChange } from "@daemonscope/daemonset/actions/changes/edited-ownership";
import { ownershipOf } from "@daemonscope/daemonset/managed/ownership";
import type { Ownership } from "@daemonscope/daemonset/records/ownership";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { english } from "@daemonscope/words/english";
import { editedOwnershipText, ownershipText } from "@daemonscope/words/facts/ownership-text";
import { describe, expect, it, test } from "vitest";

interface Parts {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly object[];
  readonly managedFields?: readonly object[];
}

/** Fields of a usual manifest, as in managed fields: an image, a toleration, and no update strategy. */
const TEMPLATE = {
  "f:template": { "f:spec": { "f:containers": { 'k:{"name":"agent"}': { ".": {}, "f:name": {}, "f:image": {} } }, "f:tolerations": {} } },
};
const RESTARTED = { "f:template": { "f:metadata": { "f:annotations": { "f:kubectl.kubernetes.io/restartedAt": {} } } } };
const entry = (manager: string, spec: object = TEMPLATE, parts: object = {}) => ({
  manager,
  operation: "Apply",
  apiVersion: "apps/v1",
  time: "2026-01-05T12:00:00Z",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:spec": spec },
  ...parts,
});
const controlledBy = (kind: string, name: string) => [{ apiVersion: "example.com/v1", kind, name, uid: "u1", controller: true }];
const FLUX = { "kustomize.toolkit.fluxcd.io/name": "agents", "kustomize.toolkit.fluxcd.io/namespace": "flux-system" };
const FLUX_HELM = { "helm.toolkit.fluxcd.io/name": "cilium", "helm.toolkit.fluxcd.io/namespace": "kube-system" };
const HELM: Parts = {
  labels: { "app.kubernetes.io/managed-by": "Helm" },
  annotations: { "meta.helm.sh/release-name": "fluent-bit", "meta.helm.sh/release-namespace": "logging" },
};
const TRACKED = "argocd.argoproj.io/tracking-id";
const ARGO: Parts = { annotations: { [TRACKED]: "agents:apps/DaemonSet:logging/agent" }, managedFields: [entry("argocd-controller")] };

function ownership(parts: Parts): Ownership | undefined {
  const metadata = { name: "agent", namespace: "logging", uid: "u", resourceVersion: "1", ...parts };
  const decoded = decodeDaemonSet({ metadata, spec: { selector: {}, template: {} } });
  if (!("object" in decoded)) throw new Error("the object cannot be decoded");
  return ownershipOf(decoded.object);
}

const named = (parts: Parts): string | undefined => {
  const found = ownership(parts);
  return found && ownershipText(english, found);
};

/** Revision 1 is the owner's. Revision 2 was made an hour later. */
const REVISIONS = [
  { revision: 2, createdAtMs: Date.UTC(2026, 0, 5, 13), current: true },
  { revision: 1, createdAtMs: Date.UTC(2026, 0, 5, 12), current: false },
];

function reaction(parts: Parts, change: Change): string | undefined {
  const found = ownership(parts);
  const daemonSet = () => ({ ...(found === undefined ? {} : { ownership: found }), rollout: { revisions: REVISIONS } }) as never;
  const edited = ownershipOfChange({ daemonSet }, change);
  return edited && editedOwnershipText(english, edited);
}

const edit = (change: DaemonSetEdit): Change => ({ kind: "editDaemonSet", namespace: "logging", name: "agent", edit: change });
const IMAGE = edit({ kind: "image", container: "agent", image: "agent:2" });
const BUDGET = edit({ kind: "budget", field: "maxUnavailable", to: 2 });
const DELETE: Change = { kind: "deleteDaemonSet", namespace: "logging", name: "agent", orphan: false };

describe("R33 the owner of a DaemonSet", () => {
  it.each<readonly [string, Parts, string | undefined]>([
    ["Argo CD by its tracking id", ARGO, "Argo CD application agents"],
    [
      "Argo CD in another namespace",
      { annotations: { [TRACKED]: "team-a_agents:apps/DaemonSet:logging/agent" } },
      "Argo CD application team-a/agents",
    ],
    [
      "Argo CD by its label",
      { labels: { "app.kubernetes.io/instance": "agents" }, managedFields: [entry("argocd-controller")] },
      "Argo CD application agents",
    ],
    [
      "Argo CD by its old name and its own label",
      {
        labels: { "app.kubernetes.io/instance": "chart", "argocd.argoproj.io/instance": "agents" },
        managedFields: [entry("argocd-application-controller", TEMPLATE, { operation: "Update" })],
      },
      "Argo CD application agents",
    ],
    [
      "Argo CD that renders a chart",
      { ...ARGO, labels: { "app.kubernetes.io/managed-by": "Helm", "app.kubernetes.io/instance": "fluent-bit" } },
      "Argo CD application agents",
    ],
    ["a Kustomization", { labels: FLUX, managedFields: [entry("kustomize-controller")] }, "Flux Kustomization flux-system/agents"],
    [
      "a HelmRelease, which also has the marks of Helm",
      { ...HELM, labels: { ...HELM.labels, ...FLUX_HELM }, managedFields: [entry("helm-controller")] },
      "Flux HelmRelease kube-system/cilium",
    ],
    ["a Helm release", { ...HELM, managedFields: [entry("helm", TEMPLATE, { operation: "Update" })] }, "Helm release logging/fluent-bit"],
    ["an operator", { ownerReferences: controlledBy("ClusterPolicy", "cluster-policy") }, "ClusterPolicy cluster-policy"],
    [
      "an operator that copied the marks of its own owner",
      {
        labels: { ...FLUX, "app.kubernetes.io/instance": "agents" },
        annotations: { [TRACKED]: "agents:example.com/Agent:logging/agent" },
        ownerReferences: controlledBy("Agent", "agent"),
      },
      "Agent agent",
    ],
    ["kubectl apply", { managedFields: [entry("kubectl-client-side-apply", TEMPLATE, { operation: "Update" })] }, "kubectl apply"],
    ["kubectl apply --server-side", { managedFields: [entry("kubectl")] }, "kubectl apply"],
    ["an old kubectl edit", { managedFields: [entry("kubectl", TEMPLATE, { operation: "Update" })] }, undefined],
    ["kubectl set, which delivers no manifest", { managedFields: [entry("kubectl-set")] }, undefined],
    ["no marks", {}, undefined],
    [
      "a label that charts set, too",
      { labels: { "app.kubernetes.io/instance": "agents", "app.kubernetes.io/managed-by": "Helm" } },
      undefined,
    ],
    ["Flux labels without its field manager", { labels: FLUX }, undefined],
    [
      "labels with the prefix of another tool",
      {
        labels: { "kustomize.toolkit.fluxcd.io.example.com/name": "a", "helm.toolkit.fluxcd.io/chart": "b" },
        managedFields: [entry("helm-controller")],
      },
      undefined,
    ],
    ["a half of the marks of Helm", { ...HELM, annotations: { "meta.helm.sh/release-name": "fluent-bit" } }, undefined],
    ["a tracking id of another object", { annotations: { [TRACKED]: "agents:apps/DaemonSet:logging/other" } }, undefined],
    ["a broken tracking id", { annotations: { [TRACKED]: "agents" } }, undefined],
    ["an owner that does not control it", { ownerReferences: [{ kind: "Node", name: "n", uid: "u" }] }, undefined],
    [
      "two tools that claim it",
      { ...ARGO, labels: FLUX, managedFields: [entry("argocd-controller"), entry("kustomize-controller")] },
      "unknown, because several claim it: Argo CD application agents, Flux Kustomization flux-system/agents",
    ],
    [
      "a tool that delivers what an operator controls",
      { ...ARGO, ownerReferences: controlledBy("Agent", "agent") },
      "unknown, because several claim it: Argo CD application agents, Agent agent",
    ],
    // The garbage collector deletes the DaemonSet if its owner is gone. No other object is needed to name the owner.
    ["an operator that is gone", { ownerReferences: controlledBy("Agent", "gone") }, "Agent gone"],
    [
      "two references, one of which controls it",
      { ownerReferences: [{ kind: "Cluster", name: "c", uid: "u2" }, ...controlledBy("Agent", "agent")] },
      "Agent agent",
    ],
    [
      "Flux labels of two tools, and one field manager",
      { labels: { ...FLUX, ...FLUX_HELM }, managedFields: [entry("helm-controller")] },
      "Flux HelmRelease kube-system/cilium",
    ],
    [
      "Flux labels and a release of Helm without a field manager of Flux",
      { labels: { ...FLUX, ...HELM.labels }, annotations: HELM.annotations ?? {} },
      "Helm release logging/fluent-bit",
    ],
    [
      "three that claim it",
      { ...ARGO, labels: FLUX, managedFields: [entry("kustomize-controller")], ownerReferences: controlledBy("Agent", "agent") },
      "unknown, because several claim it: Argo CD application agents, Flux Kustomization flux-system/agents, Agent agent",
    ],
    ["a map with the names of a prototype", { labels: { constructor: "x" }, annotations: { __proto__: "y" } as never }, undefined],
  ])("%s", (_what, parts, expected) => expect(named(parts)).toBe(expected));

  it("does not depend on 500 other managers, nor on their order", () => {
    const others = Array.from({ length: 500 }, (_, at) => entry(`manager-${at}`));
    const fields = (managedFields: readonly object[]) => ownership({ ...ARGO, managedFields });
    const expected = ownership(ARGO);
    const disputed = { owner: { disputed: ["template", "image", "tolerations"] } };
    expect(fields([entry("argocd-controller"), ...others])).toMatchObject({ ...expected, ...disputed });
    expect(fields([...others, entry("argocd-controller")])).toMatchObject({ ...expected, ...disputed });
    expect(fields([null as never, 5 as never, { manager: "argocd-controller" }, ...others])).toMatchObject({
      kind: "one",
      owner: { name: "agents" },
    });
    expect(named({ managedFields: others })).toBeUndefined();
  });

  it("ignores fields of the status", () => {
    expect(named({ labels: FLUX, managedFields: [entry("kustomize-controller", TEMPLATE, { subresource: "status" })] })).toBeUndefined();
  });
});

const flux = (parts: Parts = {}): Parts => ({ labels: FLUX, managedFields: [entry("kustomize-controller")], ...parts });

test.each<readonly [string, Parts, Change, string | undefined]>([
  ["Argo CD: its self-heal is not visible", ARGO, IMAGE, "Argo CD application agents manages spec.template: it may revert this change."],
  ["Argo CD: a field that it did not set", ARGO, BUDGET, undefined],
  [
    "Argo CD: a field that a user took from it, until it is reverted",
    {
      ...ARGO,
      managedFields: [entry("argocd-controller", { "f:template": {} }), entry("kubectl-set", TEMPLATE, { operation: "Update" })],
    },
    IMAGE,
    "Argo CD application agents manages spec.template: it may revert this change.",
  ],
  [
    "Flux: a field that a user took from it",
    flux({ managedFields: [entry("kustomize-controller", { "f:template": {} }), entry("kubectl-set", TEMPLATE, { operation: "Update" })] }),
    IMAGE,
    "Flux Kustomization flux-system/agents manages spec.template: its next reconciliation may revert this change.",
  ],
  [
    "Argo CD: fields of an unknown manager",
    { annotations: ARGO.annotations ?? {} },
    BUDGET,
    "Argo CD application agents manages spec.updateStrategy: it may revert this change.",
  ],
  [
    "Flux: a field that it set",
    flux(),
    IMAGE,
    "Flux Kustomization flux-system/agents manages spec.template: unless it is suspended, its next reconciliation reverts this change.",
  ],
  ["Flux: a restart adds an annotation that its manifest does not have", flux(), edit({ kind: "restart" }), undefined],
  [
    "Argo CD: a second restart, whose annotation kubectl set before",
    { ...ARGO, managedFields: [entry("argocd-controller"), entry("kubectl-rollout", RESTARTED, { operation: "Update" })] },
    edit({ kind: "restart" }),
    undefined,
  ],
  [
    "Argo CD: a restart whose annotation its manifest has",
    { ...ARGO, managedFields: [entry("argocd-controller", RESTARTED)] },
    edit({ kind: "restart" }),
    "Argo CD application agents manages spec.template: it may revert this change.",
  ],
  ["Flux: a field that it did not set", flux(), BUDGET, undefined],
  [
    "Flux: an undo may change other fields only",
    flux(),
    edit({ kind: "revision", to: 2 }),
    "Flux Kustomization flux-system/agents manages spec.template: its next reconciliation may revert this change.",
  ],
  ["Flux: an undo to the revision that it delivered", flux(), edit({ kind: "revision", to: 1 }), undefined],
  ["Argo CD: an undo to the revision that it delivered", ARGO, edit({ kind: "revision", to: 1 }), undefined],
  [
    "Argo CD: an undo to another revision",
    ARGO,
    edit({ kind: "revision", to: 2 }),
    "Argo CD application agents manages spec.template: it may revert this change.",
  ],
  [
    "Flux: a deleted DaemonSet",
    flux(),
    DELETE,
    "Flux Kustomization flux-system/agents manages this DaemonSet: unless it is suspended, its next reconciliation reverts this change.",
  ],
  ["Flux: told to leave it alone", flux({ annotations: { "kustomize.toolkit.fluxcd.io/reconcile": "disabled" } }), IMAGE, undefined],
  ["Flux: applied only once", flux({ annotations: { "kustomize.toolkit.fluxcd.io/ssa": "IfNotPresent" } }), IMAGE, undefined],
  [
    "a HelmRelease",
    { labels: FLUX_HELM, managedFields: [entry("helm-controller")] },
    IMAGE,
    "Flux HelmRelease kube-system/cilium manages spec.template: its next upgrade or drift correction may revert this change.",
  ],
  ["Helm", HELM, IMAGE, "Helm release logging/fluent-bit manages spec.template: its next upgrade may revert this change."],
  [
    "an operator",
    { ownerReferences: controlledBy("ClusterPolicy", "cluster-policy") },
    BUDGET,
    "ClusterPolicy cluster-policy controls this DaemonSet: its operator may revert this change.",
  ],
  [
    "kubectl: the undo of an applied manifest (R15)",
    { managedFields: [entry("kubectl-client-side-apply")] },
    edit({ kind: "revision", to: 1 }),
    "kubectl apply set spec.template: the next apply of that manifest may revert this change.",
  ],
  [
    "kubectl: another apply",
    { managedFields: [entry("kubectl-client-side-apply")] },
    edit({ kind: "manifest", manifest: {} as never }),
    undefined,
  ],
  [
    "kubectl: an edit that the user will also make in the manifest",
    { managedFields: [entry("kubectl-client-side-apply")] },
    IMAGE,
    undefined,
  ],
  ["kubectl: nothing creates a deleted DaemonSet", { managedFields: [entry("kubectl-client-side-apply")] }, DELETE, undefined],
  [
    "two owners",
    { ...ARGO, labels: FLUX, managedFields: [entry("kustomize-controller")] },
    IMAGE,
    "The owner is unknown, because several claim it: Argo CD application agents, Flux Kustomization flux-system/agents. Each may revert this change.",
  ],
  ["another annotation", ARGO, edit({ kind: "annotation", key: "a", value: "b" }), undefined],
  ["deleted pods, which no owner creates", ARGO, { kind: "deletePods", namespace: "logging", pods: ["agent-1"] }, undefined],
  ["no owner", {}, IMAGE, undefined],
])("R33 the reaction of %s", (_what, parts, change, expected) => expect(reaction(parts, change)).toBe(expected));
