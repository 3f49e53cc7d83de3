import { conditionOf } from "@daemonscope/kube/conditions";
import type {
  Condition,
  ContainerEnd,
  ContainerState,
  ContainerStatusSummary,
  KubePod,
  ObjectMeta,
  UnboundPodSpec,
} from "@daemonscope/kube/objects";
import { decodeConditions } from "./decode-conditions.ts";
import { decodeNamespacedMeta } from "./decode-meta.ts";
import { podPorts, podRequestSpec } from "./decode-pod-resources.ts";
import { decodeRequiredNodeAffinity } from "./decode-selectors.ts";
import { type Decoded, undecodable } from "./decoded.ts";
import {
  defined,
  filledField,
  integerField,
  intern,
  internedField,
  isJson,
  type Json,
  mapField,
  objectField,
  objectsField,
  textField,
} from "./fields.ts";

function containerEnd(terminated: Json): ContainerEnd {
  const signal = integerField(terminated, "signal");
  return {
    reason: internedField(terminated, "reason") ?? "",
    exitCode: integerField(terminated, "exitCode"),
    ...defined({
      message: filledField(terminated, "message"),
      signal: signal === 0 ? undefined : signal,
      startedAt: filledField(terminated, "startedAt"),
      finishedAt: filledField(terminated, "finishedAt"),
    }),
  };
}

function containerState({ waiting, terminated, running }: Json): ContainerState | undefined {
  if (isJson(waiting))
    return { kind: "waiting", reason: internedField(waiting, "reason") ?? "", ...defined({ message: textField(waiting, "message") }) };
  if (isJson(terminated)) return { kind: "terminated", ...containerEnd(terminated) };
  return isJson(running) ? { kind: "running", ...defined({ startedAt: filledField(running, "startedAt") }) } : undefined;
}

function containerStatus(value: Json): ContainerStatusSummary {
  const state = containerState(objectField(value, "state"));
  const last = objectField(value, "lastState").terminated;
  return {
    name: internedField(value, "name") ?? "",
    ready: value.ready === true,
    restartCount: Math.max(0, integerField(value, "restartCount")),
    ...(state === undefined ? {} : { state }),
    ...(isJson(last) ? { lastTerminated: containerEnd(last) } : {}),
  };
}

/** Reports whether an init container, or a sidecar, waits or has ended in another way than a completed init container.
 *  Only for these the role is read from the spec. */
function isNotable({ state, lastTerminated }: ContainerStatusSummary): boolean {
  return state?.kind === "waiting" || lastTerminated !== undefined || (state?.kind === "terminated" && state.exitCode !== 0);
}

/** Returns the init containers and sidecars that delay the pod or have a problem, with their role. `sidecars` returns
 *  the names of the sidecars. It is called only if an init container is notable, so that healthy pods do not read
 *  them. */
export function notableInitContainers(
  statuses: readonly ContainerStatusSummary[],
  sidecars: () => ReadonlySet<string>,
): readonly ContainerStatusSummary[] {
  const notable = statuses.filter(isNotable);
  if (notable.length === 0) return notable;
  const names = sidecars();
  return notable.flatMap((status): readonly ContainerStatusSummary[] => {
    if (names.has(status.name)) return [{ ...status, role: "sidecar" }];
    const isDone = status.state?.kind === "terminated" && status.state.exitCode === 0;
    return isDone ? [] : [{ ...status, role: "init" }];
  });
}

/** Returns the names of the init containers that run as long as the pod. */
export function sidecarNames(initContainers: readonly Json[]): ReadonlySet<string> {
  return new Set(initContainers.flatMap((each) => (each.restartPolicy === "Always" ? (internedField(each, "name") ?? "") : [])));
}

function containerStatuses(spec: Json, status: Json): readonly ContainerStatusSummary[] {
  const inits = objectsField(status, "initContainerStatuses").map(containerStatus);
  return [
    ...notableInitContainers(inits, () => sidecarNames(objectsField(spec, "initContainers"))),
    ...objectsField(status, "containerStatuses").map(containerStatus),
  ];
}

/** Reports whether the kubelet restarts a container after this exit code. A container without a restartPolicy follows
 *  that of its pod, which is Always for a DaemonSet. Source: pkg/api/v1/pod/util.go, ContainerShouldRestart. */
function isRestarted(container: Json, exitCode: number): boolean {
  const policy = textField(container, "restartPolicy") ?? "";
  if (policy === "") return true;
  const rule = objectsField(container, "restartPolicyRules").find(({ exitCodes }) => {
    const { operator, values } = isJson(exitCodes) ? exitCodes : {};
    const isListed = Array.isArray(values) && values.includes(exitCode);
    return operator === "In" ? isListed : operator === "NotIn" && !isListed;
  });
  if (rule?.action === "Restart" || rule?.action === "RestartAllContainers") return true;
  return policy === "OnFailure" ? exitCode !== 0 : policy !== "Never";
}

/** Returns the status in which a container that ended for good is marked (rule C11). `podSpec` is called only if a
 *  container has ended, because few have. */
export function withFinalEnds(status: KubePod["status"], podSpec: () => Json): KubePod["status"] {
  const { containers } = status;
  if (!containers.some(({ state, role }) => state?.kind === "terminated" && role === undefined)) return status;
  const byName = new Map(objectsField(podSpec(), "containers").map((each) => [textField(each, "name") ?? "", each]));
  const isFinal = ({ name, state, role }: ContainerStatusSummary): boolean => {
    const container = byName.get(name);
    return role === undefined && state?.kind === "terminated" && container !== undefined && !isRestarted(container, state.exitCode ?? 0);
  };
  return { ...status, containers: containers.map((each) => (isFinal(each) ? { ...each, isFinal: true } : each)) };
}

/** Returns the one node that the affinity of a daemon pod names (rule C1). */
export function affinityNodeName(podSpec: Json): string | undefined {
  for (const term of decodeRequiredNodeAffinity(podSpec)?.nodeSelectorTerms ?? [])
    for (const { key, operator, values = [] } of term.matchFields ?? [])
      if (key === "metadata.name" && operator === "In" && values.length === 1) return values[0];
  return undefined;
}

/** Returns the settings that the scheduler checks, of a pod that is not bound. */
export function unboundPodSpec(podSpec: Json): UnboundPodSpec {
  const nodeSelector = mapField(podSpec, "nodeSelector");
  const claims = objectsField(podSpec, "resourceClaims").map((claim) => internedField(claim, "name") ?? "");
  const priority = integerField(podSpec, "priority");
  return {
    schedulerName: internedField(podSpec, "schedulerName") || "default-scheduler",
    ...(Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector }),
    ...(claims.length === 0 ? {} : { claims }),
    ...(priority === 0 ? {} : { priority }),
  };
}

/** Reports whether a scheduler refused a pod. */
const isRefused = (conditions: readonly Condition[]): boolean => conditionOf(conditions, "PodScheduled")?.status === "False";

/** Returns the spec with the requests and ports of a pod that a scheduler refused, and with the ports of a pod that is
 *  being deleted. `podSpec` is called only for these, because few pods are. */
export function withResources(
  spec: KubePod["spec"],
  { deletionTimestamp }: ObjectMeta,
  { conditions }: KubePod["status"],
  podSpec: () => Json,
): KubePod["spec"] {
  const { unbound } = spec;
  if (unbound !== undefined && isRefused(conditions)) {
    const resources = podSpec();
    return { ...spec, unbound: { ...unbound, requests: podRequestSpec(resources) }, ports: podPorts(resources) };
  }
  return unbound === undefined && deletionTimestamp !== undefined ? { ...spec, ports: podPorts(podSpec()) } : spec;
}

/** Returns the images of the containers as one text, which pods of one template share. */
function imagesText(podSpec: Json): string | undefined {
  const images = objectsField(podSpec, "containers").map((each) => `${textField(each, "name") ?? ""}=${textField(each, "image") ?? ""}`);
  return images.length === 0 ? undefined : intern(images.join("\n"));
}

/** Reads a Pod: its node or the node it is pinned to, its images and its status. Drops all other settings of its
 *  containers. Never throws. */
export function decodePod(value: unknown): Decoded<KubePod> {
  const metadata = decodeNamespacedMeta(value);
  if (metadata === undefined || !isJson(value)) return undecodable("Pod", value);
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const nodeName = filledField(spec, "nodeName");
  const specWithoutResources: KubePod["spec"] = {
    ...(nodeName === undefined ? defined({ affinityNodeName: affinityNodeName(spec) }) : { nodeName: intern(nodeName) }),
    ...defined({ images: imagesText(spec) }),
    schedulingGates: objectsField(spec, "schedulingGates").map((gate) => internedField(gate, "name") ?? ""),
    ...(nodeName === undefined ? { unbound: unboundPodSpec(spec) } : {}),
  };
  const podStatus: KubePod["status"] = {
    phase: internedField(status, "phase") ?? "Pending",
    conditions: decodeConditions(status),
    containers: containerStatuses(spec, status),
    ...defined({
      reason: internedField(status, "reason"),
      message: textField(status, "message"),
      startTime: filledField(status, "startTime"),
      nominatedNodeName: filledField(status, "nominatedNodeName"),
    }),
  };
  return {
    object: {
      metadata,
      spec: withResources(specWithoutResources, metadata, podStatus, () => spec),
      status: withFinalEnds(podStatus, () => spec),
    },
  };
}
