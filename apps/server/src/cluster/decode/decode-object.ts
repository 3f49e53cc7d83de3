import { fnv64Hex } from "@daemonscope/kube/fnv";
import type {
  Condition,
  ContainerState,
  ContainerStatusSummary,
  IntOrString,
  KubeControllerRevision,
  KubeDaemonSet,
  KubeEvent,
  KubeNode,
  KubePod,
  LabelSelector,
  LabelSelectorRequirement,
  NodeSelector,
  PodTemplateSummary,
  Taint,
  Toleration,
  VolumeSummary,
} from "@daemonscope/kube/objects";
import { stableJson } from "@daemonscope/kube/stable-json";
import { decodeMeta } from "./decode-meta.ts";
import type { Decoded } from "./decoded.ts";
import { integerField, internedField, isJson, type Json, mapField, objectField, objectsField, textField, textsField } from "./fields.ts";

const unusable = (kind: string): { readonly problem: string } => ({
  problem: `a ${kind} without a name, uid, namespace or version was left out`,
});

function conditions(status: Json): readonly Condition[] {
  return objectsField(status, "conditions").map((condition) => {
    const reason = internedField(condition, "reason");
    const message = textField(condition, "message");
    const lastTransitionTime = textField(condition, "lastTransitionTime");
    return {
      type: internedField(condition, "type") ?? "",
      status: internedField(condition, "status") ?? "Unknown",
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
      ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
    };
  });
}

export function decodeNode(value: Json): Decoded<KubeNode> {
  const metadata = decodeMeta(value);
  if (metadata === undefined) return unusable("node");
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const taints: Taint[] = objectsField(spec, "taints").map((taint) => {
    const text = internedField(taint, "value");
    return {
      key: internedField(taint, "key") ?? "",
      effect: internedField(taint, "effect") ?? "",
      ...(text === undefined ? {} : { value: text }),
    };
  });
  const kubeletVersion = internedField(objectField(status, "nodeInfo"), "kubeletVersion");
  return {
    object: {
      metadata,
      spec: { taints, unschedulable: spec.unschedulable === true },
      status: { conditions: conditions(status), ...(kubeletVersion === undefined ? {} : { kubeletVersion }) },
    },
  };
}

function requirements(parent: Json, field: string): readonly LabelSelectorRequirement[] {
  return objectsField(parent, field).map((requirement) => ({
    key: internedField(requirement, "key") ?? "",
    operator: internedField(requirement, "operator") ?? "",
    values: textsField(requirement, "values"),
  }));
}

function labelSelector(value: Json): LabelSelector {
  return { matchLabels: mapField(value, "matchLabels"), matchExpressions: requirements(value, "matchExpressions") };
}

function requiredNodeAffinity(podSpec: Json): NodeSelector | undefined {
  const required = objectField(objectField(podSpec, "affinity"), "nodeAffinity").requiredDuringSchedulingIgnoredDuringExecution;
  if (!isJson(required)) return undefined;
  return {
    nodeSelectorTerms: objectsField(required, "nodeSelectorTerms").map((term) => ({
      matchExpressions: requirements(term, "matchExpressions"),
      matchFields: requirements(term, "matchFields"),
    })),
  };
}

function tolerations(podSpec: Json): readonly Toleration[] {
  return objectsField(podSpec, "tolerations").map((toleration) => {
    const text = (field: string) => {
      const found = internedField(toleration, field);
      return found === undefined ? {} : { [field]: found };
    };
    return {
      ...text("key"),
      ...text("operator"),
      ...text("value"),
      ...text("effect"),
      ...(typeof toleration.tolerationSeconds === "number" ? { tolerationSeconds: toleration.tolerationSeconds } : {}),
    };
  });
}

function volumes(podSpec: Json): readonly VolumeSummary[] {
  return objectsField(podSpec, "volumes").map((volume) => {
    const kind = Object.keys(volume).find((key) => key !== "name" && isJson(volume[key])) ?? "unknown";
    const path = kind === "hostPath" ? textField(objectField(volume, "hostPath"), "path") : undefined;
    return { name: internedField(volume, "name") ?? "", source: path === undefined ? kind : `${kind} ${path}` };
  });
}

function template(value: Json): PodTemplateSummary {
  const podSpec = objectField(value, "spec");
  const affinity = requiredNodeAffinity(podSpec);
  const nodeName = internedField(podSpec, "nodeName");
  const priorityClassName = internedField(podSpec, "priorityClassName");
  return {
    labels: mapField(objectField(value, "metadata"), "labels"),
    ...(nodeName === undefined || nodeName === "" ? {} : { nodeName }),
    nodeSelector: mapField(podSpec, "nodeSelector"),
    ...(affinity === undefined ? {} : { requiredNodeAffinity: affinity }),
    tolerations: tolerations(podSpec),
    hostNetwork: podSpec.hostNetwork === true,
    // Environment, arguments and commands end here: they may hold secrets and no rule needs them.
    containers: objectsField(podSpec, "containers").map((container) => ({
      name: internedField(container, "name") ?? "",
      image: internedField(container, "image") ?? "",
      ports: objectsField(container, "ports").map((port) => {
        const hostPort = integerField(port, "hostPort");
        return { containerPort: integerField(port, "containerPort"), ...(hostPort > 0 ? { hostPort } : {}) };
      }),
    })),
    volumes: volumes(podSpec),
    ...(priorityClassName === undefined ? {} : { priorityClassName }),
  };
}

const intOrString = (value: unknown): IntOrString | undefined =>
  typeof value === "number" || typeof value === "string" ? value : undefined;

export function decodeDaemonSet(value: Json): Decoded<KubeDaemonSet> {
  const metadata = decodeMeta(value);
  if (metadata?.namespace === undefined) return unusable("DaemonSet");
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const strategy = objectField(spec, "updateStrategy");
  const rolling = objectField(strategy, "rollingUpdate");
  const maxUnavailable = intOrString(rolling.maxUnavailable);
  const maxSurge = intOrString(rolling.maxSurge);
  return {
    object: {
      metadata: { ...metadata, namespace: metadata.namespace },
      spec: {
        selector: labelSelector(objectField(spec, "selector")),
        template: template(objectField(spec, "template")),
        updateStrategy: {
          type: internedField(strategy, "type") ?? "RollingUpdate",
          rollingUpdate: { ...(maxUnavailable === undefined ? {} : { maxUnavailable }), ...(maxSurge === undefined ? {} : { maxSurge }) },
        },
        minReadySeconds: Math.max(0, integerField(spec, "minReadySeconds")),
        revisionHistoryLimit: integerField(spec, "revisionHistoryLimit", 10),
      },
      status: {
        desiredNumberScheduled: integerField(status, "desiredNumberScheduled"),
        currentNumberScheduled: integerField(status, "currentNumberScheduled"),
        numberReady: integerField(status, "numberReady"),
        updatedNumberScheduled: integerField(status, "updatedNumberScheduled"),
        numberAvailable: integerField(status, "numberAvailable"),
        numberUnavailable: integerField(status, "numberUnavailable"),
        numberMisscheduled: integerField(status, "numberMisscheduled"),
        observedGeneration: integerField(status, "observedGeneration"),
      },
      templateHash: templateHash(objectField(spec, "template")),
    },
  };
}

/** Equal for equal templates, whatever their key order; the `$patch` directive of a revision's data is no part of it. */
function templateHash(raw: Json): string {
  const { $patch: _directive, ...content } = raw;
  return fnv64Hex(stableJson(content));
}

export function decodeControllerRevision(value: Json): Decoded<KubeControllerRevision> {
  const metadata = decodeMeta(value);
  if (metadata?.namespace === undefined) return unusable("ControllerRevision");
  const data = objectField(objectField(value, "data"), "spec").template;
  return {
    object: {
      metadata: { ...metadata, namespace: metadata.namespace },
      revision: integerField(value, "revision"),
      ...(isJson(data) ? { templateHash: templateHash(data) } : {}),
    },
  };
}

function containerState(state: Json): ContainerState | undefined {
  const { waiting, terminated, running } = state;
  if (isJson(waiting)) {
    const message = textField(waiting, "message");
    return { kind: "waiting", reason: internedField(waiting, "reason") ?? "", ...(message === undefined ? {} : { message }) };
  }
  if (isJson(terminated)) {
    const message = textField(terminated, "message");
    return {
      kind: "terminated",
      reason: internedField(terminated, "reason") ?? "",
      exitCode: integerField(terminated, "exitCode"),
      ...(message === undefined ? {} : { message }),
    };
  }
  return isJson(running) ? { kind: "running" } : undefined;
}

function containerStatuses(status: Json): readonly ContainerStatusSummary[] {
  return [
    ...objectsField(status, "initContainerStatuses").filter((container) => isJson(objectField(container, "state").waiting)),
    ...objectsField(status, "containerStatuses"),
  ].map((container) => {
    const state = containerState(objectField(container, "state"));
    const last = objectField(objectField(container, "lastState"), "terminated");
    return {
      name: internedField(container, "name") ?? "",
      ready: container.ready === true,
      restartCount: Math.max(0, integerField(container, "restartCount")),
      ...(state === undefined ? {} : { state }),
      ...(Object.keys(last).length === 0
        ? {}
        : { lastTerminated: { reason: internedField(last, "reason") ?? "", exitCode: integerField(last, "exitCode") } }),
    };
  });
}

function affinityNodeName(podSpec: Json): string | undefined {
  for (const term of requiredNodeAffinity(podSpec)?.nodeSelectorTerms ?? [])
    for (const { key, operator, values = [] } of term.matchFields ?? [])
      if (key === "metadata.name" && operator === "In" && values.length === 1) return values[0];
  return undefined;
}

export function decodePod(value: Json): Decoded<KubePod> {
  const metadata = decodeMeta(value);
  if (metadata?.namespace === undefined) return unusable("pod");
  const spec = objectField(value, "spec");
  const status = objectField(value, "status");
  const nodeName = internedField(spec, "nodeName");
  const pinned = nodeName === undefined || nodeName === "" ? affinityNodeName(spec) : undefined;
  const reason = internedField(status, "reason");
  const message = textField(status, "message");
  return {
    object: {
      metadata: { ...metadata, namespace: metadata.namespace },
      spec: {
        ...(nodeName === undefined || nodeName === "" ? {} : { nodeName }),
        ...(pinned === undefined ? {} : { affinityNodeName: pinned }),
        schedulingGates: objectsField(spec, "schedulingGates").map((gate) => internedField(gate, "name") ?? ""),
      },
      status: {
        phase: internedField(status, "phase") ?? "Pending",
        ...(reason === undefined ? {} : { reason }),
        ...(message === undefined ? {} : { message }),
        conditions: conditions(status),
        containers: containerStatuses(status),
      },
    },
  };
}

export function decodeEvent(value: Json): Decoded<KubeEvent> {
  const metadata = decodeMeta(value);
  if (metadata?.namespace === undefined) return unusable("event");
  const involved = objectField(value, "involvedObject");
  const series = objectField(value, "series");
  const lastSeen =
    textField(series, "lastObservedTime") ??
    textField(value, "lastTimestamp") ??
    textField(value, "eventTime") ??
    metadata.creationTimestamp;
  const uid = textField(involved, "uid");
  return {
    object: {
      metadata: { ...metadata, namespace: metadata.namespace },
      type: internedField(value, "type") ?? "",
      reason: internedField(value, "reason") ?? "",
      message: textField(value, "message") ?? "",
      involved: {
        kind: internedField(involved, "kind") ?? "",
        name: textField(involved, "name") ?? "",
        ...(uid === undefined ? {} : { uid }),
      },
      count: Math.max(1, integerField(series, "count", integerField(value, "count", 1))),
      ...(lastSeen === undefined ? {} : { lastSeen }),
    },
  };
}
