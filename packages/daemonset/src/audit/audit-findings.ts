import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { KubeDaemonSet, PodTemplateSummary, Toleration } from "@daemonscope/kube/objects";
import type { Step } from "../actions/changes/step.ts";
import { budgetLimits } from "../budget/derive-budget.ts";
import { type Amounts, amountText } from "../capacity/amount.ts";
import { hostPortsOf, portNumbers } from "../capacity/host-ports.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import { isUpdated } from "../pods/pod-facts.ts";
import type { FreeCapacity } from "../preview/capacity/free-capacity.ts";
import type { DaemonSetKey } from "../records/records.ts";
import { classAbove, crowdedNodes, NODE_CRITICAL, nextPodOf, type Priorities, readPriorities, workloadPod } from "./displacement.ts";
import type { CriticalEvidence } from "./finding.ts";
import { AUDIT_CHECKS, type AuditFact, type AuditFinding, MAX_AUDIT_NODES, SEVERITIES, severityOf } from "./finding.ts";

/** Host paths that only the plug-in of a node's network, storage or devices writes. Sources: CNI specification,
 *  "Administrator provides network configuration"; pkg/kubelet/config, DefaultKubeletPluginsRegistrationDirName;
 *  kubelet/pkg/apis/deviceplugin, DevicePluginPath (rule Q1). */
const PROOFS: readonly CriticalEvidence[] = [
  { role: "network", path: "/etc/cni/net.d" },
  { role: "network", path: "/opt/cni/bin" },
  { role: "devices", path: "/var/lib/kubelet/device-plugins" },
  { role: "storage", path: "/var/lib/kubelet/plugins_registry" },
];

const HOST_PATH = /^hostPath (\/.*?)\/?$/;

type Volumes = Pick<PodTemplateSummary, "containers" | "sidecars" | "volumes">;

/** Returns the host path that proves that nodes do not work without this agent; undefined without a proof. A volume
 *  that the containers mount only for reading proves nothing, because monitors read these paths too. A volume that
 *  only init containers mount counts, because installers write through them. */
export function criticalEvidence({ containers, sidecars, volumes }: Volumes): CriticalEvidence | undefined {
  const mounts = [...containers, ...sidecars].flatMap(({ mounts: all = [] }) => all);
  const isOnlyRead = (volume: string): boolean => {
    const own = mounts.filter((mount) => mount.volume === volume);
    return own.length > 0 && own.every(({ readOnly }) => readOnly === true);
  };
  const paths = volumes.flatMap(({ name, source }) => {
    const path = HOST_PATH.exec(source)?.[1];
    return path === undefined || isOnlyRead(name) ? [] : [path];
  });
  return PROOFS.find(({ path }) => paths.some((each) => each === path || each.startsWith(`${path}/`)));
}

/** The question of an audit. */
interface AuditQuestion {
  /** Requests of one more pod. */
  readonly workload: Amounts;
  /** Capacity of all nodes; undefined if it was not read. Then no finding is about room. */
  readonly capacity: FreeCapacity | undefined;
  /** Only this DaemonSet; undefined: all. */
  readonly only?: DaemonSetKey | undefined;
}

/** One DaemonSet while it is audited. `wanted`: nodes that want it, sorted. */
interface Audited {
  readonly key: DaemonSetKey;
  readonly object: KubeDaemonSet;
  readonly wanted: readonly string[];
}

function finding({ key }: Audited, fact: AuditFact, nodes: readonly string[], remedy: readonly Step[]): AuditFinding {
  return { daemonSet: key, severity: severityOf(fact), fact, nodeCount: nodes.length, nodes: nodes.slice(0, MAX_AUDIT_NODES), remedy };
}

function edit({ object: { metadata } }: Audited, change: Extract<Step, { readonly kind: "edit" }>["edit"]): readonly Step[] {
  return [{ kind: "edit", namespace: metadata.namespace, name: metadata.name, edit: change }];
}

/** Reports whether a taint of any key with NoExecute leaves the pods on their node. `tolerationSeconds` delays the
 *  eviction, so it does not count. */
const staysAtNoExecute = (tolerations: readonly Toleration[]): boolean =>
  tolerations.some(
    ({ key = "", operator, effect = "", tolerationSeconds }) =>
      key === "" && operator === "Exists" && (effect === "" || effect === "NoExecute") && tolerationSeconds === undefined,
  );

function surgeHostPort(audited: Audited): readonly AuditFinding[] {
  const { updateStrategy, template } = audited.object.spec;
  const ports = portNumbers(hostPortsOf(template));
  const { kind, spec } = budgetLimits(updateStrategy, audited.wanted.length);
  if (kind !== "maxSurge" || ports.length === 0) return [];
  const fact = { check: "surgeHostPort", ports, maxSurge: spec } as const;
  return [finding(audited, fact, audited.wanted, edit(audited, { kind: "limits", maxUnavailable: 1, maxSurge: 0 }))];
}

function criticalPriority(audited: Audited): readonly AuditFinding[] {
  const { template } = audited.object.spec;
  const { priorityClassName } = template;
  const evidence = criticalEvidence(template);
  if (evidence === undefined || priorityClassName === NODE_CRITICAL) return [];
  const fact = {
    check: "criticalPriority",
    evidence,
    ...(priorityClassName === undefined ? {} : { priorityClass: priorityClassName }),
  } as const;
  return [finding(audited, fact, audited.wanted, edit(audited, { kind: "priorityClass", to: NODE_CRITICAL }))];
}

function noExecute(audited: Audited): readonly AuditFinding[] {
  const { template } = audited.object.spec;
  if (audited.wanted.length === 0 || staysAtNoExecute(template.tolerations)) return [];
  const fact = { check: "noExecute", isCritical: criticalEvidence(template) !== undefined } as const;
  const to = [...template.tolerations, { operator: "Exists", effect: "NoExecute" }];
  return [finding(audited, fact, audited.wanted, edit(audited, { kind: "tolerations", to }))];
}

/** A rollout that another controller drives is no drift (R31). */
function onDeleteDrift(audited: Audited, reading: ClusterReading): readonly AuditFinding[] {
  const { key, object, wanted } = audited;
  const record = reading.daemonSetRecord(key);
  const set = reading.setFacts(key);
  if (object.spec.updateStrategy.type !== "OnDelete" || record?.managedBy !== undefined || set?.currentHash === undefined) return [];
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const outdated = wanted.filter((node) => {
    const [pod] = reading.podsOf(key, node);
    return pod !== undefined && !isUpdated(pod, current);
  });
  if (outdated.length === 0) return [];
  const failing = record?.newPodsFail ? reading.currentRevisionOf(key) : undefined;
  if (failing !== undefined) {
    const fact = { check: "onDeleteDrift", outdated: outdated.length, failingRevision: failing.revision } as const;
    return [finding(audited, fact, outdated, [])];
  }
  const fact = { check: "onDeleteDrift", outdated: outdated.length } as const;
  return [finding(audited, fact, outdated, edit(audited, { kind: "updateStrategyType", to: "RollingUpdate" }))];
}

/** minReadySeconds of the remedy: most crashes at the start happen earlier. */
const PROVEN_AFTER_S = 10;

const hasReadinessProbe = ({ containers, sidecars }: PodTemplateSummary): boolean =>
  [...containers, ...sidecars].some(({ probes = [] }) => probes.includes("readiness"));

function unprovenReadiness(audited: Audited): readonly AuditFinding[] {
  const { object } = audited;
  const { template, minReadySeconds } = object.spec;
  if (audited.wanted.length === 0 || minReadySeconds > 0 || hasReadinessProbe(template)) return [];
  const { name, namespace } = object.metadata;
  const manifest = { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name, namespace }, spec: { minReadySeconds: PROVEN_AFTER_S } };
  return [finding(audited, { check: "unprovenReadiness" }, audited.wanted, [{ kind: "apply", manifest }])];
}

/** The running pods, and one more of ordinary priority. */
interface Crowd {
  readonly capacity: FreeCapacity;
  readonly priorities: Priorities;
  readonly workload: Amounts;
  /** The class of the remedy. */
  readonly className: string;
}

function* displaceable(
  audited: Audited,
  reading: ClusterReading,
  { capacity, priorities, workload, className }: Crowd,
): Generator<undefined, readonly AuditFinding[]> {
  const { object, wanted } = audited;
  const { ordinary } = priorities;
  const agent = nextPodOf(object, priorities);
  if (agent === undefined || wanted.length === 0 || agent.priority > ordinary) return [];
  const crowded = yield* crowdedNodes(reading, agent, workloadPod(workload, ordinary), wanted, capacity);
  // A pod without requests takes a slot only, so that no lack of room keeps it off.
  if (crowded.length === 0 && agent.requests.size === 0) return [];
  const size = Object.fromEntries(Array.from(workload, ([resource, amount]) => [resource, amountText(resource, amount)]));
  const fact = {
    check: "displaceable",
    priority: agent.priority,
    ordinary,
    workload: size,
    crowded: crowded.length,
    wanted: wanted.length,
  } as const;
  const to = criticalEvidence(object.spec.template) === undefined ? className : NODE_CRITICAL;
  return [finding(audited, fact, crowded, edit(audited, { kind: "priorityClass", to }))];
}

const rankOf = ({ severity, fact }: AuditFinding): number =>
  SEVERITIES.indexOf(severity) * AUDIT_CHECKS.length + AUDIT_CHECKS.indexOf(fact.check);

/** Returns the weaknesses of DaemonSets that no incident has shown yet: the most severe first, then by check and
 *  DaemonSet. A DaemonSet that is being deleted has none. O(nodes × DaemonSets). */
export function* auditFindings(
  reading: ClusterReading,
  { workload, capacity, only }: AuditQuestion,
): Generator<undefined, readonly AuditFinding[]> {
  const priorities = capacity && (yield* readPriorities(capacity));
  const crowd = capacity && priorities && { capacity, workload, priorities, className: classAbove(reading, priorities) };
  const names = reading
    .nodes()
    .map(({ name }) => name)
    .sort();
  const found: AuditFinding[] = [];
  for (const key of reading.daemonSetKeys()) {
    yield;
    const object = reading.daemonSet(key);
    if (object === undefined || object.metadata.deletionTimestamp !== undefined || (only !== undefined && only !== key)) continue;
    const audited = { key, object, wanted: names.filter((name) => reading.verdictOf(key, name) === "run") };
    found.push(
      ...surgeHostPort(audited),
      ...criticalPriority(audited),
      ...(crowd === undefined ? [] : yield* displaceable(audited, reading, crowd)),
      ...onDeleteDrift(audited, reading),
      ...noExecute(audited),
      ...unprovenReadiness(audited),
    );
  }
  return found.sort((a, b) => rankOf(a) - rankOf(b) || compareTexts(a.daemonSet, b.daemonSet));
}
