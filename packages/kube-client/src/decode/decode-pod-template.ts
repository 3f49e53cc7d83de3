import type {
  ContainerPort,
  ContainerSummary,
  PodTemplateSummary,
  PortsOfTemplate,
  ProbeKind,
  Toleration,
  VolumeMount,
  VolumeSummary,
} from "@daemonscope/kube/objects";
import { decodeRequiredNodeAffinity } from "./decode-selectors.ts";
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

function toleration(value: Json): Toleration {
  return defined({
    key: internedField(value, "key"),
    operator: internedField(value, "operator"),
    value: internedField(value, "value"),
    effect: internedField(value, "effect"),
    tolerationSeconds:
      value.tolerationSeconds === undefined || value.tolerationSeconds === null ? undefined : integerField(value, "tolerationSeconds"),
  });
}

function port(value: Json): ContainerPort {
  const hostPort = integerField(value, "hostPort");
  return {
    containerPort: integerField(value, "containerPort"),
    ...(hostPort > 0 ? { hostPort } : {}),
    ...defined({ protocol: internedField(value, "protocol"), hostIP: internedField(value, "hostIP") }),
  };
}

function mount(value: Json): VolumeMount {
  return {
    volume: internedField(value, "name") ?? "",
    path: internedField(value, "mountPath") ?? "",
    ...(value.readOnly === true ? { readOnly: true } : {}),
  };
}

const PROBE_KINDS: readonly ProbeKind[] = ["startup", "readiness", "liveness"];

/** Environment, arguments and commands are dropped here: they may hold secrets, and no rule needs them. */
function container(value: Json): ContainerSummary {
  const resources = objectField(value, "resources");
  const requests = mapField(resources, "requests");
  const memoryLimit = internedField(objectField(resources, "limits"), "memory");
  const mounts = objectsField(value, "volumeMounts").map(mount);
  const probes = PROBE_KINDS.filter((kind) => isJson(value[`${kind}Probe`]));
  return {
    name: internedField(value, "name") ?? "",
    image: internedField(value, "image") ?? "",
    ports: objectsField(value, "ports").map(port),
    ...(Object.keys(requests).length === 0 ? {} : { requests }),
    ...(memoryLimit === undefined ? {} : { limits: { memory: memoryLimit } }),
    ...(mounts.length === 0 ? {} : { mounts }),
    ...(probes.length === 0 ? {} : { probes }),
  };
}

/** Returns the kind of a volume, and the path of a host path; never the name of a Secret or a ConfigMap. */
function volume(value: Json): VolumeSummary {
  const kind = Object.keys(value).find((key) => key !== "name" && isJson(value[key])) ?? "unknown";
  const path = kind === "hostPath" ? textField(objectField(value, "hostPath"), "path") : undefined;
  return { name: internedField(value, "name") ?? "", source: intern(path === undefined ? kind.slice(0, 64) : `${kind} ${path}`) };
}

function portsOf(podSpec: Json): PortsOfTemplate {
  return {
    hostNetwork: podSpec.hostNetwork === true,
    containers: objectsField(podSpec, "containers").map(container),
    sidecars: objectsField(podSpec, "initContainers")
      .filter((init) => init.restartPolicy === "Always")
      .map(container),
  };
}

/** Returns the parts of a template that determine the ports of its pods. */
export function decodePortsOfTemplate(template: Json): PortsOfTemplate {
  return portsOf(objectField(template, "spec"));
}

/** Returns the parts of a pod template that the rules and the page need. */
export function decodePodTemplate(template: Json): PodTemplateSummary {
  const podSpec = objectField(template, "spec");
  return {
    labels: mapField(objectField(template, "metadata"), "labels"),
    nodeSelector: mapField(podSpec, "nodeSelector"),
    tolerations: objectsField(podSpec, "tolerations").map(toleration),
    ...portsOf(podSpec),
    volumes: objectsField(podSpec, "volumes").map(volume),
    ...defined({
      nodeName: filledField(podSpec, "nodeName"),
      requiredNodeAffinity: decodeRequiredNodeAffinity(podSpec),
      priorityClassName: filledField(podSpec, "priorityClassName"),
    }),
  };
}
