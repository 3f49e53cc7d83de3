import { controllerUid, isTrue, type RawMirror, type RawObject } from "./raw-mirror.ts";

/** A node with this label has a fake kubelet. Without it, its heartbeats stop. */
export const KUBELET_LABEL = "kwok.x-k8s.io/node";
export const READY_ANNOTATION = "control-plane.test/ready";

const hasKubelet = (node: RawObject): boolean => node.metadata.labels?.[KUBELET_LABEL] !== undefined;
const readyOf = (node: RawObject): string => (node.status?.conditions ?? []).find(({ type }) => type === "Ready")?.status ?? "absent";

/** Taints that the node lifecycle controller adds for a status of the Ready condition. */
const READY_TAINTS: Readonly<Record<string, string>> = { False: "not-ready", Unknown: "unreachable" };

/** Taints that the controller adds for true node conditions; all have the effect NoSchedule. */
const CONDITION_TAINTS: Readonly<Record<string, string>> = {
  MemoryPressure: "memory-pressure",
  DiskPressure: "disk-pressure",
  PIDPressure: "pid-pressure",
  NetworkUnavailable: "network-unavailable",
};

/** Reports whether a node's health or taints are about to change, through grace periods or the lifecycle controller. */
function isNodeInMotion(node: RawObject): boolean {
  const ready = readyOf(node);
  const wanted = hasKubelet(node) ? (node.metadata.annotations?.[READY_ANNOTATION] === "false" ? "False" : "True") : "Unknown";
  if (ready !== wanted) return true;
  const taints = new Set((node.spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`));
  const has = (name: string, effect: string) => taints.has(`node.kubernetes.io/${name}:${effect}`);
  return (
    has("unschedulable", "NoSchedule") !== (node.spec?.unschedulable === true) ||
    Object.entries(CONDITION_TAINTS).some(([type, name]) => has(name, "NoSchedule") !== isTrue(node, type)) ||
    Object.entries(READY_TAINTS).some(([status, name]) =>
      ["NoSchedule", "NoExecute"].some((effect) => has(name, effect) !== (ready === status)),
    )
  );
}

/** Reports whether the fake kubelet or the passing of time will still change the pod. */
function isPodInMotion(pod: RawObject, node: RawObject | undefined, minReadySeconds: number, nowMs: number): boolean {
  if (node === undefined) return false;
  if (isTrue(pod, "Ready")) {
    const since = (pod.status?.conditions ?? []).find(({ type }) => type === "Ready")?.lastTransitionTime;
    // The controller syncs again one second after minReadySeconds.
    if (minReadySeconds > 0 && nowMs - Date.parse(since ?? "") < (minReadySeconds + 2) * 1000) return true;
  }
  if (!hasKubelet(node)) return false;
  if (pod.metadata.deletionTimestamp !== undefined) return true;
  // The fake kubelet finds no address for a pod in the host network, and such a pod never becomes Ready.
  if (pod.spec?.hostNetwork === true) return false;
  return !isTrue(pod, "Ready") && !(pod.spec?.containers?.[0]?.image ?? "").includes("missing");
}

/** Returns a change in progress as a sentence; undefined if there is none. */
export function inMotion(mirror: RawMirror, nowMs: number): string | undefined {
  const nodes = new Map(mirror.all("nodes").map((node) => [node.metadata.name, node]));
  for (const node of nodes.values()) if (isNodeInMotion(node)) return `node ${node.metadata.name}`;
  const minReady = new Map(mirror.all("daemonsets").map(({ metadata, spec }) => [metadata.uid, spec?.minReadySeconds ?? 0]));
  for (const pod of mirror.all("pods")) {
    const node = nodes.get(pod.spec?.nodeName ?? "");
    if (isPodInMotion(pod, node, minReady.get(controllerUid(pod) ?? "") ?? 0, nowMs)) return `pod ${pod.metadata.name}`;
  }
  return undefined;
}
