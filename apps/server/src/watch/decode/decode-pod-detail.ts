import { hostPortsOf } from "@daemonscope/daemonset/capacity/host-ports";
import { causeOfPod } from "@daemonscope/daemonset/causes/classify";
import type {
  ContainerCurrentState,
  ContainerKind,
  EndedRun,
  LifeContainer,
  PodDetail,
  ProbeSpec,
} from "@daemonscope/daemonset/pods/life/pod-detail";
import { podProblem } from "@daemonscope/daemonset/pods/pod-problem";
import { startStep } from "@daemonscope/daemonset/pods/start-step";
import { controllerOf } from "@daemonscope/kube/owner";
import { timeMs } from "@daemonscope/kube/values/time";
import { LABELS } from "@daemonscope/kube/well-known";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { isSidecar, portsOfContainer } from "@daemonscope/kube-client/decode/decode-pod-resources";
import {
  filledField,
  integerField,
  isJson,
  type Json,
  mapField,
  objectField,
  objectsField,
  textField,
} from "@daemonscope/kube-client/decode/fields";
import { isMirrorPod } from "./decode-node-pod.ts";

/** Returns the time of a start. containerd reports 1970 for a container that did not start. */
function startMs(value: string | undefined): number | undefined {
  const atMs = timeMs(value);
  return atMs === 0 ? undefined : atMs;
}

function endedRun(terminated: Json): EndedRun {
  return {
    reason: textField(terminated, "reason") ?? "",
    exitCode: terminated.exitCode === undefined ? undefined : integerField(terminated, "exitCode"),
    startedAtMs: startMs(filledField(terminated, "startedAt")),
    finishedAtMs: timeMs(filledField(terminated, "finishedAt")),
    message: filledField(terminated, "message"),
  };
}

function currentStateOf({ running, waiting, terminated }: Json): ContainerCurrentState {
  if (isJson(terminated)) return { kind: "ended", ...endedRun(terminated) };
  if (isJson(waiting)) return { kind: "waiting", reason: textField(waiting, "reason") ?? "", message: filledField(waiting, "message") };
  return isJson(running) ? { kind: "running", startedAtMs: timeMs(filledField(running, "startedAt")) } : { kind: "untold" };
}

const PROBES = [
  ["startup", "startupProbe"],
  ["readiness", "readinessProbe"],
  ["liveness", "livenessProbe"],
] as const;

/** Describes a probe without parts that may be secret: headers, and the executed command. */
function probeText(probe: Json): string {
  const { httpGet, tcpSocket, grpc } = probe;
  if (isJson(httpGet)) return `GET ${textField(httpGet, "host") ?? ""}:${String(httpGet.port ?? "")}${textField(httpGet, "path") ?? "/"}`;
  if (isJson(tcpSocket)) return `tcp ${textField(tcpSocket, "host") ?? ""}:${String(tcpSocket.port ?? "")}`;
  return isJson(grpc) ? `grpc :${String(grpc.port ?? "")}` : "exec";
}

/** Returns the probes of a container, with the API server's defaults. */
function probesOf(container: Json): readonly ProbeSpec[] {
  return PROBES.flatMap(([kind, field]) => {
    const probe = container[field];
    if (!isJson(probe)) return [];
    return {
      kind,
      how: probeText(probe),
      delaySeconds: integerField(probe, "initialDelaySeconds"),
      everySeconds: integerField(probe, "periodSeconds", 10),
      failuresAllowed: integerField(probe, "failureThreshold", 3),
    };
  });
}

function lifeContainer(container: Json, kind: ContainerKind, statuses: readonly Json[]): LifeContainer {
  const name = textField(container, "name") ?? "";
  const status = statuses.find((each) => each.name === name) ?? {};
  const before = objectField(status, "lastState").terminated;
  const resources = objectField(container, "resources");
  return {
    name,
    kind,
    image: textField(container, "image") ?? "",
    ready: status.ready === true,
    restarts: Math.max(0, integerField(status, "restartCount")),
    now: currentStateOf(objectField(status, "state")),
    before: isJson(before) ? endedRun(before) : undefined,
    requests: mapField(resources, "requests"),
    limits: mapField(resources, "limits"),
    probes: probesOf(container),
  };
}

function containersOf(spec: Json, status: Json): readonly LifeContainer[] {
  const containersIn = (field: string, statusField: string, kindOf: (container: Json) => ContainerKind) => {
    const statuses = objectsField(status, statusField);
    return objectsField(spec, field).map((container) => lifeContainer(container, kindOf(container), statuses));
  };
  return [
    ...containersIn("initContainers", "initContainerStatuses", (container) => (isSidecar(container) ? "sidecar" : "init")),
    ...containersIn("containers", "containerStatuses", () => "container"),
    ...containersIn("ephemeralContainers", "ephemeralContainerStatuses", () => "ephemeral"),
  ];
}

function hostPortTexts(spec: Json): readonly string[] {
  const ports = hostPortsOf({
    containers: objectsField(spec, "containers").map(portsOfContainer),
    sidecars: objectsField(spec, "initContainers").filter(isSidecar).map(portsOfContainer),
    hostNetwork: spec.hostNetwork === true,
  });
  return [...new Set(ports.map(({ port, protocol }) => (protocol === "TCP" ? `${port}` : `${port}/${protocol}`)))];
}

const pathsOf = (spec: Json): readonly string[] =>
  objectsField(spec, "volumes").flatMap((volume) => filledField(objectField(volume, "hostPath"), "path") ?? []);

const addressesOf = (status: Json): readonly string[] => objectsField(status, "podIPs").flatMap((each) => filledField(each, "ip") ?? []);

/** Reads a whole Pod for its page; undefined if it cannot be read. Environment, arguments and commands are dropped
 *  here. */
export function decodePodDetail(value: Json): PodDetail | undefined {
  const decoded = decodePod(value);
  if (!("object" in decoded)) return undefined;
  const { object: pod } = decoded;
  const { metadata } = pod;
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const owner = controllerOf(metadata);
  const problem = podProblem(pod);
  const evidence = problem && {
    ...problem,
    phase: pod.status.phase,
    scheduled: (pod.spec.nodeName ?? "") !== "",
    ready: false,
    restarts: 0,
  };
  const goneByMs = timeMs(metadata.deletionTimestamp);
  return {
    uid: metadata.uid,
    namespace: metadata.namespace,
    name: metadata.name,
    node: pod.spec.nodeName,
    pinnedTo: pod.spec.affinityNodeName,
    createdAtMs: timeMs(metadata.creationTimestamp),
    takenUpAtMs: timeMs(pod.status.startTime),
    deletingSinceMs: goneByMs === undefined ? undefined : goneByMs - (metadata.deletionGracePeriodSeconds ?? 0) * 1000,
    goneByMs,
    phase: pod.status.phase,
    hasStatus: pod.status.conditions.length > 0 || objectsField(status, "containerStatuses").length > 0 || pod.status.reason !== undefined,
    conditions: pod.status.conditions,
    containers: containersOf(spec, status),
    owner: owner === undefined ? undefined : { kind: owner.kind, name: owner.name, uid: owner.uid },
    isStatic: owner?.kind === "Node" || isMirrorPod(value),
    hash: metadata.labels?.[LABELS.revisionHash],
    templateGeneration: metadata.labels?.[LABELS.templateGeneration],
    qosClass: filledField(status, "qosClass"),
    priority: spec.priority === undefined ? undefined : integerField(spec, "priority"),
    priorityClass: filledField(spec, "priorityClassName"),
    ips: addressesOf(status),
    hostNetwork: spec.hostNetwork === true,
    hostPorts: hostPortTexts(spec),
    hostPaths: pathsOf(spec),
    trouble: evidence === undefined ? undefined : causeOfPod(evidence)?.cause,
    message: problem?.message,
    lastExit: problem?.lastExit,
    failing: problem?.failing === true,
    overcomeAtMs: problem?.overcomeAtMs,
    loopSinceMs: problem?.loopSinceMs,
    troubledContainer: problem?.container?.name,
    step: problem === undefined ? startStep(pod) : undefined,
  };
}
