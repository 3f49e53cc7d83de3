import { isJsonObject, type JsonObject } from "../store/json.ts";

/** What may stand in an object: anything, fields by name, or a list of such. */
type Shape = "any" | { readonly [field: string]: Shape } | readonly [Shape];

const fields = (names: string): Record<string, Shape> => Object.fromEntries(names.split(" ").map((name) => [name, "any" as const]));

const METADATA = fields(
  "name generateName namespace selfLink uid resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds labels annotations ownerReferences finalizers managedFields",
);
const CONTAINER: Shape = {
  ...fields(
    "name image command args workingDir envFrom resources resizePolicy restartPolicy restartPolicyRules volumeMounts volumeDevices livenessProbe readinessProbe startupProbe lifecycle terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin stdinOnce tty targetContainerName",
  ),
  env: [fields("name value valueFrom")],
  ports: [fields("name hostPort containerPort protocol hostIP")],
};
const POD_SPEC: Shape = {
  ...fields(
    "volumes restartPolicy terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName serviceAccount automountServiceAccountToken nodeName hostNetwork hostPID hostIPC shareProcessNamespace securityContext imagePullSecrets hostname subdomain schedulerName hostAliases priorityClassName priority dnsConfig readinessGates runtimeClassName enableServiceLinks preemptionPolicy overhead topologySpreadConstraints setHostnameAsFQDN os hostUsers schedulingGates resourceClaims resources hostnameOverride workloadRef",
  ),
  affinity: fields("nodeAffinity podAffinity podAntiAffinity"),
  tolerations: [fields("key operator value effect tolerationSeconds")],
  initContainers: [CONTAINER],
  containers: [CONTAINER],
  ephemeralContainers: [CONTAINER],
};
const OBJECT = { apiVersion: "any", kind: "any", metadata: METADATA } as const;

const SHAPES: Readonly<Record<string, Shape>> = {
  DaemonSet: {
    ...OBJECT,
    spec: {
      selector: fields("matchLabels matchExpressions"),
      template: { metadata: METADATA, spec: POD_SPEC },
      minReadySeconds: "any",
      revisionHistoryLimit: "any",
      updateStrategy: { type: "any", rollingUpdate: fields("maxUnavailable maxSurge") },
    },
    status: "any",
  },
  Pod: { ...OBJECT, spec: POD_SPEC, status: "any" },
  Node: {
    ...OBJECT,
    spec: {
      ...fields("podCIDR podCIDRs providerID unschedulable configSource externalID"),
      taints: [fields("key value effect timeAdded")],
    },
    status: "any",
  },
  Namespace: { ...OBJECT, ...fields("spec status") },
  ConfigMap: { ...OBJECT, ...fields("data binaryData immutable") },
  ServiceAccount: { ...OBJECT, ...fields("secrets imagePullSecrets automountServiceAccountToken") },
  Service: {
    ...OBJECT,
    spec: {
      ...fields(
        "selector clusterIP clusterIPs type externalIPs sessionAffinity loadBalancerIP loadBalancerSourceRanges externalName externalTrafficPolicy healthCheckNodePort publishNotReadyAddresses sessionAffinityConfig ipFamilies ipFamilyPolicy allocateLoadBalancerNodePorts loadBalancerClass internalTrafficPolicy trafficDistribution",
      ),
      ports: [fields("name protocol appProtocol port targetPort nodePort")],
    },
    status: "any",
  },
  EndpointSlice: { ...OBJECT, ...fields("addressType endpoints ports") },
  PriorityClass: { ...OBJECT, ...fields("value globalDefault description preemptionPolicy") },
  ControllerRevision: { ...OBJECT, ...fields("data revision") },
};

/** The paths of the fields of an object that its kind does not have, as the API's warnings name them. Parts that we only pass on are not looked into. */
export function unknownFields(kind: string, object: JsonObject): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown, shape: Shape, path: string): void => {
    if (shape === "any") return;
    if (Array.isArray(shape)) {
      const [element] = shape as readonly [Shape];
      if (Array.isArray(value)) for (const [at, entry] of value.entries()) look(entry, element, `${path}[${at}]`);
    } else if (isJsonObject(value))
      for (const field of Object.keys(value)) {
        const next = (shape as { readonly [field: string]: Shape })[field];
        const at = path === "" ? field : `${path}.${field}`;
        if (next === undefined || !Object.hasOwn(shape, field)) found.push(at);
        else look(value[field], next, at);
      }
  };
  look(object, SHAPES[kind] ?? "any", "");
  return found;
}
