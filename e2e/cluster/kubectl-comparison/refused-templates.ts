import { REFUSED_POD_SPECS } from "./refused-pod-specs.ts";
import type { RawRequest } from "./two-clusters.ts";

type Part = Readonly<Record<string, unknown>>;

const SETS = "/apis/apps/v1/namespaces/default/daemonsets";
const PODS = "/api/v1/namespaces/default/pods";
const CONTAINERS = [{ name: "agent", image: "agent:1" }];
const LABELS = { app: "x" };

const request = (method: string, path: string, contentType: string, body: unknown): RawRequest => ({
  method,
  path,
  contentType,
  body: JSON.stringify(body),
});
const daemonSet = (spec: Part): RawRequest =>
  request("POST", SETS, "application/json", { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "spoilt" }, spec });
const templated = (metadata: Part, podSpec: Part): RawRequest =>
  daemonSet({ selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS, ...metadata }, spec: podSpec } });
const selecting = (selector: Part | undefined): RawRequest =>
  daemonSet({
    ...(selector === undefined ? {} : { selector }),
    template: { metadata: { labels: LABELS }, spec: { containers: CONTAINERS } },
  });
const pod = (spec: Part, metadata: Part = {}): RawRequest =>
  request("POST", PODS, "application/json", { apiVersion: "v1", kind: "Pod", metadata: { name: "spoilt", ...metadata }, spec });
const patched = (path: string, body: unknown): RawRequest => request("PATCH", path, "application/merge-patch+json", body);

const ANNOTATIONS: readonly Part[] = [
  { "a b": "c" },
  { "A/b/c": "d" },
  { a: "b".repeat(262_144) },
  { "controller.kubernetes.io/pod-deletion-cost": "+1" },
  { "kubernetes.io/config.mirror": "a" },
  { "seccomp.security.alpha.kubernetes.io/pod": "mine" },
  { "container.seccomp.security.alpha.kubernetes.io/agent": "localhost/../a" },
  { "container.apparmor.security.beta.kubernetes.io/none": "mine" },
];

const SELECTORS: readonly (Part | undefined)[] = [
  undefined,
  {},
  { matchLabels: { app: "y" } },
  { matchLabels: { app: "y z" } },
  { matchLabels: { "a b": "x" } },
  { matchExpressions: [{ key: "app", operator: "In" }] },
  { matchExpressions: [{ key: "app", operator: "In", values: ["x y"] }] },
  { matchExpressions: [{ key: "app", operator: "Exists", values: ["x"] }] },
  { matchExpressions: [{ key: "app", operator: "Is", values: ["x"] }] },
  { matchExpressions: [{ key: "a b", operator: "Exists" }] },
];

const TOLERATION = { key: "a", operator: "Exists" };
const WAITS = { containers: CONTAINERS, nodeSelector: { none: "such" }, tolerations: [TOLERATION], activeDeadlineSeconds: 600 };
/** A pod that fits no node, so that only requests change it. */
export const WAITING_POD = JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "waiting" }, spec: WAITS });
const reimaged = (image: string): RawRequest =>
  request("PATCH", `${PODS}/waiting`, "application/strategic-merge-patch+json", { spec: { containers: [{ ...CONTAINERS[0], image }] } });
const repod = (spec: Part): RawRequest => patched(`${PODS}/waiting`, { spec });

/**
 * Refusals of DaemonSet templates and pods, with equal words in equal order. A DaemonSet `agent` and the waiting pod
 * exist.
 */
export const REFUSED_TEMPLATES: readonly RawRequest[] = [
  ...REFUSED_POD_SPECS.map((spec) => templated({}, spec)),
  ...ANNOTATIONS.map((annotations) => templated({ annotations }, { containers: CONTAINERS })),
  templated({ labels: { ...LABELS, "a b": "c" } }, { containers: CONTAINERS }),
  templated({ labels: { ...LABELS, b: "c d" } }, { containers: CONTAINERS }),
  templated(
    { annotations: { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" } },
    { containers: CONTAINERS, securityContext: { seccompProfile: { type: "RuntimeDefault" } } },
  ),
  templated(
    { annotations: { "container.apparmor.security.beta.kubernetes.io/agent": "localhost/a" } },
    { containers: CONTAINERS, securityContext: { appArmorProfile: { type: "Localhost", localhostProfile: "b" } } },
  ),
  ...SELECTORS.map(selecting),
  daemonSet({ selector: { matchLabels: LABELS } }),
  daemonSet({ selector: { matchLabels: LABELS }, minReadySeconds: -1, revisionHistoryLimit: -1, updateStrategy: { type: "x" } }),
  pod({ containers: [...CONTAINERS, ...CONTAINERS] }),
  pod({ containers: [{ name: "a", image: " b " }], initContainers: [{ name: "c", image: "d " }] }),
  pod({ containers: [{ name: "a", image: "" }] }),
  pod({ containers: [{ name: "a", image: "b", ports: [{ containerPort: 80, hostPort: 81 }] }], hostNetwork: true }),
  pod({ containers: CONTAINERS, ephemeralContainers: [{ name: "debug", image: "debug:1" }] }),
  pod({ containers: CONTAINERS, nodeName: "node-0", schedulingGates: [{ name: "a" }] }),
  pod({ containers: CONTAINERS, restartPolicy: "Sometimes", activeDeadlineSeconds: 0 }),
  pod({ containers: CONTAINERS, priority: 5 }),
  pod({ containers: CONTAINERS, volumes: [{ name: "a", image: {} }] }),
  pod({ containers: [{ name: "a", image: "b", resources: { limits: { "example.com/gpu": "1" }, requests: { "example.com/gpu": "2" } } }] }),
  pod({ containers: CONTAINERS }, { annotations: { "kubernetes.io/config.mirror": "a" } }),
  pod({ containers: CONTAINERS }, { annotations: { "a b": "c" }, labels: { "a b": "c" } }),
  pod({ containers: CONTAINERS }, { name: "a".repeat(254) }),
  pod({ containers: CONTAINERS }, { labels: { [`${"a".repeat(254)}/b`]: "c".repeat(64) } }),
  pod({ containers: CONTAINERS, tolerations: [{ key: "a", operator: "Exists", value: "b" }] }),
  patched(`${SETS}/agent`, { spec: { template: { spec: { containers: CONTAINERS.flatMap((container) => [container, container]) } } } }),
  patched(`${SETS}/agent`, { spec: { template: { spec: { containers: null } } } }),
  patched(`${SETS}/agent`, { spec: { template: { spec: { hostNetwork: true, dnsPolicy: "x" } } } }),
  patched(`${SETS}/agent`, { spec: { template: { metadata: { labels: null } } } }),
  repod({ containers: [...CONTAINERS, { name: "other", image: "b" }] }),
  reimaged(" agent:2"),
  reimaged(""),
  repod({ tolerations: [] }),
  repod({ activeDeadlineSeconds: 700 }),
  repod({ activeDeadlineSeconds: null }),
  repod({ activeDeadlineSeconds: -1 }),
  repod({ schedulingGates: [{ name: "a" }] }),
];
