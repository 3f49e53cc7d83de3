/**
 * Pod specs that the API server refuses in a template, by group. Each has one error, or several that are listed in a
 * fixed order.
 */

type Part = Readonly<Record<string, unknown>>;

const AGENT = { name: "agent", image: "agent:1" };
const RUNS: Part = { containers: [AGENT] };
const contained = (...parts: readonly Part[]): Part => ({ containers: parts.map((part) => ({ ...AGENT, ...part })) });
const initial = (part: Part): Part => ({ ...RUNS, initContainers: [{ name: "first", image: "first:1", ...part }] });
const variable = (part: Part): Part => contained({ env: [{ name: "A", ...part }] });
const variableFrom = (source: Part): Part => variable({ valueFrom: source });
const port = (...ports: readonly Part[]): Part => contained({ ports });
const volume = (...volumes: readonly Part[]): Part => ({ ...RUNS, volumes: volumes.map((part) => ({ name: "data", ...part })) });
const mount = (...volumeMounts: readonly Part[]): Part => ({
  ...contained({ volumeMounts: volumeMounts.map((part) => ({ name: "data", mountPath: "/data", ...part })) }),
  volumes: [{ name: "data", emptyDir: {} }],
});
const amounts = (resources: Part): Part => contained({ resources });
const probe = (part: Part): Part => contained({ livenessProbe: { tcpSocket: { port: 80 }, ...part } });
const podSecurity = (securityContext: Part, more: Part = {}): Part => ({ ...RUNS, securityContext, ...more });
const containerSecurity = (securityContext: Part): Part => contained({ securityContext });
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
const nodeTerm = (term: Part): Part => ({ ...RUNS, affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [term] } } } });
const expression = (part: Part): Part => nodeTerm({ matchExpressions: [{ key: "a", ...part }] });
const podTerm = (term: Part): Part => ({ ...RUNS, affinity: { podAffinity: { [REQUIRED]: [{ topologyKey: "zone", ...term }] } } });
const spread = (...constraints: readonly Part[]): Part => ({
  ...RUNS,
  topologySpreadConstraints: constraints.map((part) => ({
    maxSkew: 1,
    topologyKey: "zone",
    whenUnsatisfiable: "DoNotSchedule",
    labelSelector: { matchLabels: { a: "x" } },
    ...part,
  })),
});
const tolerates = (toleration: Part): Part => ({ ...RUNS, tolerations: [toleration] });
const LONG = "a".repeat(64);
const EXEC = { exec: { command: ["true"] } };

const CONTAINERS: readonly Part[] = [
  {},
  { containers: [{}] },
  { containers: [AGENT, AGENT] },
  contained({ name: "Agent" }),
  contained({ name: "my.agent" }),
  contained({ name: LONG }),
  contained({ name: `${LONG}_` }),
  contained({ image: "" }),
  contained({ imagePullPolicy: "Sometimes" }),
  contained({ terminationMessagePolicy: "Screen" }),
  contained({ restartPolicy: "Sometimes" }),
  contained({ restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [1] } }] }),
  contained({
    restartPolicy: "Never",
    restartPolicyRules: [{ action: "Stop" }, { action: "Restart", exitCodes: { operator: "Is", values: [1] } }],
  }),
  contained({ resizePolicy: [{ resourceName: "disk", restartPolicy: "Maybe" }] }),
  contained({
    resizePolicy: [
      { resourceName: "cpu", restartPolicy: "NotRequired" },
      { resourceName: "cpu", restartPolicy: "NotRequired" },
    ],
  }),
  initial({ name: "agent" }),
  initial({ image: "" }),
  initial({ restartPolicy: "Sometimes" }),
  initial({ livenessProbe: EXEC, lifecycle: { preStop: EXEC }, startupProbe: EXEC, readinessProbe: EXEC }),
  initial({ restartPolicy: "Always", livenessProbe: {}, lifecycle: { preStop: {} } }),
  initial({ resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] }),
  initial({
    ports: [
      { containerPort: 80, hostPort: 80 },
      { containerPort: 81, hostPort: 80 },
    ],
  }),
  { ...RUNS, initContainers: [AGENT, { name: "first" }, { name: "first", image: "b" }] },
  { ...RUNS, ephemeralContainers: [{ name: "debug", image: "debug:1" }] },
  {
    ...RUNS,
    ephemeralContainers: [
      {
        name: "agent",
        image: " debug:1",
        targetContainerName: "none",
        ports: [{ containerPort: 80 }],
        resources: { limits: { cpu: "1" } },
        livenessProbe: EXEC,
        lifecycle: { preStop: EXEC },
      },
    ],
  },
];

const PORTS: readonly Part[] = [
  port({}),
  port({ containerPort: 0 }),
  port({ containerPort: 70000 }),
  port({ containerPort: -1 }),
  port({ containerPort: 80, protocol: "ICMP" }),
  port({ containerPort: 80, hostPort: 70000 }),
  port({ containerPort: 80, hostPort: 80 }, { containerPort: 81, hostPort: 80 }),
  contained({ ports: [{ containerPort: 80, hostPort: 80 }] }, { name: "other", ports: [{ containerPort: 80, hostPort: 80, hostIP: "" }] }),
  port({ containerPort: 80, name: "Web" }),
  port({ containerPort: 80, name: "-a--b-" }),
  port({ containerPort: 80, name: "0123456789012345" }),
  port({ containerPort: 80, name: "web" }, { containerPort: 81, name: "web" }),
  { ...port({ containerPort: 80, hostPort: 81 }), hostNetwork: true },
];

const ENVIRONMENT: readonly Part[] = [
  variable({ name: "" }),
  variable({ name: "A=B" }),
  variable({ name: "é" }),
  variableFrom({}),
  variable({ value: "x", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }),
  variableFrom({ fieldRef: { fieldPath: "metadata.name" }, configMapKeyRef: { name: "a", key: "b" } }),
  variableFrom({ fieldRef: { fieldPath: "metadata.colour" } }),
  variableFrom({ fieldRef: { fieldPath: "status.phase" } }),
  variableFrom({ fieldRef: { fieldPath: "" } }),
  variableFrom({ fieldRef: { apiVersion: "v2", fieldPath: "metadata.name" } }),
  variableFrom({ fieldRef: { fieldPath: "metadata.labels['a b']" } }),
  variableFrom({ fieldRef: { fieldPath: "metadata.annotations['A/B/C']" } }),
  variableFrom({ fieldRef: { fieldPath: "spec.labels['a']" } }),
  variableFrom({ fieldRef: { fieldPath: "metadata.labels" } }),
  variableFrom({ resourceFieldRef: { resource: "limits.gpu" } }),
  variableFrom({ resourceFieldRef: { resource: "" } }),
  variableFrom({ resourceFieldRef: { resource: "limits.cpu", divisor: "2" } }),
  variableFrom({ resourceFieldRef: { resource: "requests.memory", divisor: "3Mi" } }),
  variableFrom({ resourceFieldRef: { resource: "requests.ephemeral-storage", divisor: "1m" } }),
  variableFrom({ resourceFieldRef: { resource: "limits.hugepages-2Mi", divisor: "5" } }),
  variableFrom({ configMapKeyRef: { name: "A_b", key: "" } }),
  variableFrom({ configMapKeyRef: { key: "a b" } }),
  variableFrom({ secretKeyRef: { name: "a", key: ".." } }),
  variableFrom({ secretKeyRef: { name: "a", key: "..b" } }),
  variableFrom({ fileKeyRef: { volumeName: "none", path: "../a", key: "A" } }),
  variableFrom({ fileKeyRef: { volumeName: "", path: "", key: "" } }),
  contained({ envFrom: [{}] }),
  contained({ envFrom: [{ configMapRef: { name: "a" }, secretRef: { name: "b" } }] }),
  contained({ envFrom: [{ configMapRef: {} }, { secretRef: { name: "A_b" } }] }),
  contained({ envFrom: [{ prefix: "a=b", configMapRef: { name: "a" } }] }),
];

const VOLUMES: readonly Part[] = [
  volume({ name: "" }),
  volume({ name: "My Data" }),
  volume({ name: "my.data" }),
  volume({}, {}),
  volume({ emptyDir: {}, hostPath: { path: "/a" } }),
  volume({ emptyDir: {}, hostPath: { path: "/a" }, configMap: { name: "a" }, downwardAPI: {}, cephfs: { monitors: [] } }),
  volume({ emptyDir: { sizeLimit: "-1" } }),
  volume({ hostPath: { path: "" } }),
  volume({ hostPath: { path: "/a/../b" } }),
  volume({ hostPath: { path: "/a", type: "Folder" } }),
  volume({ configMap: {} }),
  volume({
    configMap: {
      name: "a",
      defaultMode: 512,
      items: [
        { key: "", path: "" },
        { key: "a", path: "/a" },
        { key: "b", path: "../b" },
      ],
    },
  }),
  volume({ configMap: { name: "a", items: [{ key: "b", path: "..b", mode: -1 }] } }),
  volume({ secret: {} }),
  volume({ secret: { secretName: "a", defaultMode: -1 } }),
  volume({ persistentVolumeClaim: { claimName: "" } }),
  volume({ downwardAPI: { items: [{ path: "a" }, { path: "", fieldRef: { fieldPath: "status.podIP" } }] } }),
  volume({ downwardAPI: { items: [{ path: "a", resourceFieldRef: { resource: "limits.cpu" } }] } }),
  volume({
    downwardAPI: { items: [{ path: "a", fieldRef: { fieldPath: "metadata.name" }, resourceFieldRef: { resource: "limits.cpu" } }] },
  }),
  volume({ projected: { defaultMode: 512, sources: [{ secret: {}, configMap: { name: "a" } }] } }),
  volume({ projected: { sources: [{ serviceAccountToken: { path: "", expirationSeconds: 60 } }] } }),
  volume({
    projected: {
      sources: [
        { secret: { name: "a", items: [{ key: "a", path: "a" }] } },
        { configMap: { name: "b", items: [{ key: "a", path: "a" }] } },
      ],
    },
  }),
  volume({ csi: { driver: "" } }),
  volume({ csi: { driver: "a_b", nodePublishSecretRef: {} } }),
  volume({ ephemeral: {} }),
  volume({ image: { pullPolicy: "Sometimes" } }),
  volume({ nfs: { server: "", path: "a" } }),
  volume({ gcePersistentDisk: { pdName: "", partition: 300 } }),
  volume({ awsElasticBlockStore: { volumeID: "" } }),
  volume({ iscsi: { targetPortal: "", iqn: "a", lun: 300 } }),
  volume({ iscsi: { targetPortal: "a", iqn: "iqn.x", lun: 1, chapAuthSession: true } }),
  volume({ fc: {} }),
  volume({ fc: { targetWWNs: ["a"], wwids: ["b"] } }),
  volume({ rbd: { monitors: [], image: "" } }),
  volume({ glusterfs: { endpoints: "", path: "" } }),
  volume({ flocker: {} }),
  volume({ flocker: { datasetName: "a/b", datasetUUID: "c" } }),
  volume({ cinder: { volumeID: "", secretRef: {} } }),
  volume({ quobyte: { registry: "a", volume: "" } }),
  volume({ flexVolume: { driver: "", options: { "a.k8s.io/b": "c" } } }),
  volume({ azureFile: { secretName: "", shareName: "" } }),
  volume({ azureDisk: { diskName: "", diskURI: "", kind: "Managed", cachingMode: "Some" } }),
  volume({ vsphereVolume: { volumePath: "" } }),
  volume({ portworxVolume: { volumeID: "" } }),
  volume({ photonPersistentDisk: { pdID: "" } }),
  volume({ scaleIO: { gateway: "", system: "", secretRef: {} } }),
  volume({ storageos: { volumeName: "A", volumeNamespace: "B" } }),
  volume({ gitRepo: { repository: "", directory: "../a" } }),
];

const MOUNTS: readonly Part[] = [
  mount({ name: "other" }),
  mount({ name: "" }),
  mount({ mountPath: "" }),
  mount({}, {}),
  mount({ subPath: ".." }),
  mount({ subPath: "/a", subPathExpr: "../b" }),
  mount({ mountPropagation: "Bidirectional" }),
  mount({ mountPropagation: "Sideways" }),
  mount({ recursiveReadOnly: "Enabled" }),
  mount({ recursiveReadOnly: "Perhaps" }),
  { ...mount({}), volumes: [{ name: "data", emptyDir: {}, hostPath: { path: "/a" } }] },
  { ...contained({ volumeDevices: [{ name: "data", devicePath: "" }] }), volumes: [{ name: "data", emptyDir: {} }] },
  {
    ...contained({
      volumeMounts: [{ name: "data", mountPath: "/data" }],
      volumeDevices: [
        { name: "data", devicePath: "/data" },
        { name: "none", devicePath: "/a/../b" },
        { name: "none", devicePath: "/data" },
      ],
    }),
    volumes: [{ name: "data", persistentVolumeClaim: { claimName: "a" } }],
  },
];

const RESOURCES: readonly Part[] = [
  amounts({ requests: { cpu: "2" }, limits: { cpu: "1" } }),
  amounts({ requests: { memory: "0.5Gi" }, limits: { memory: "100Mi" } }),
  amounts({ limits: { cpu: "-1" } }),
  amounts({ requests: { memory: "-1.5Gi" } }),
  amounts({ requests: { gpu: "1" } }),
  amounts({ requests: { pods: "1.5" } }),
  amounts({ limits: { storage: "1" } }),
  amounts({ limits: { "a b": "1" } }),
  amounts({ limits: { "example.com/": "1" } }),
  amounts({ limits: { "requests.example.com/a": "1" } }),
  amounts({ limits: { "example.com/gpu": "1500m" } }),
  amounts({ requests: { "example.com/gpu": "1" } }),
  amounts({ requests: { "example.com/gpu": "1" }, limits: { "example.com/gpu": "2" } }),
  amounts({ limits: { "hugepages-2Mi": "2Mi" } }),
  amounts({ requests: { cpu: "1", "hugepages-2Mi": "3Mi" }, limits: { "hugepages-2Mi": "3Mi" } }),
  amounts({ requests: { cpu: "1" }, limits: { "hugepages-big": "1Gi" } }),
  amounts({ requests: { cpu: "many" } }),
  amounts({ claims: [{ name: "gpu" }, { name: "" }] }),
  {
    ...amounts({ claims: [{ name: "gpu" }, { name: "gpu" }, { name: "none", request: "A" }] }),
    resourceClaims: [{ name: "gpu", resourceClaimName: "a" }],
  },
  { ...RUNS, resourceClaims: [{ name: "gpu" }, { name: "", resourceClaimName: "a" }] },
  { ...RUNS, resourceClaims: [{ name: "gpu", resourceClaimName: "A", resourceClaimTemplateName: "b" }] },
  {
    ...RUNS,
    resourceClaims: [
      { name: "gpu", resourceClaimName: "a" },
      { name: "gpu", resourceClaimName: "a" },
    ],
  },
  { ...RUNS, resources: { requests: { "example.com/gpu": "1" } } },
  { ...RUNS, resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } },
  { ...RUNS, overhead: { gpu: "1" } },
];

const PROBES: readonly Part[] = [
  contained({ livenessProbe: {} }),
  probe(EXEC),
  probe({ httpGet: { port: 80 }, grpc: { port: 80 } }),
  contained({ readinessProbe: { exec: {} } }),
  contained({ readinessProbe: { httpGet: { port: 0 } } }),
  contained({ readinessProbe: { httpGet: { port: "", scheme: "FTP", httpHeaders: [{ name: "a b", value: "c" }] } } }),
  contained({ readinessProbe: { tcpSocket: { port: "My_Port" } } }),
  contained({ readinessProbe: { tcpSocket: { port: 70000 }, terminationGracePeriodSeconds: 5 } }),
  contained({ readinessProbe: { grpc: { port: 0 } } }),
  probe({ initialDelaySeconds: -1, timeoutSeconds: -2, periodSeconds: -3, failureThreshold: -4 }),
  probe({ successThreshold: 2 }),
  probe({ successThreshold: -1 }),
  probe({ terminationGracePeriodSeconds: 0 }),
  contained({ startupProbe: { ...EXEC, successThreshold: 3 } }),
  contained({ lifecycle: { postStart: {}, preStop: {} } }),
  contained({ lifecycle: { preStop: { ...EXEC, httpGet: { port: 80 } } } }),
  contained({ lifecycle: { preStop: { sleep: { seconds: 60 } } } }),
  contained({ lifecycle: { postStart: { httpGet: { port: "none!" } } } }),
];

const SECURITY: readonly Part[] = [
  containerSecurity({ runAsUser: -1, runAsGroup: 4294967296 }),
  containerSecurity({ privileged: true, allowPrivilegeEscalation: false }),
  containerSecurity({
    allowPrivilegeEscalation: false,
    capabilities: { add: ["CAP_SYS_ADMIN"], drop: ["ALL"] },
    seccompProfile: { type: "RuntimeDefault" },
  }),
  containerSecurity({ procMount: "Half" }),
  containerSecurity({ procMount: "Unmasked" }),
  containerSecurity({ seccompProfile: {} }),
  containerSecurity({ seccompProfile: { type: "Some" } }),
  containerSecurity({ seccompProfile: { type: "Localhost" } }),
  containerSecurity({ seccompProfile: { type: "RuntimeDefault", localhostProfile: "a" } }),
  containerSecurity({ appArmorProfile: { type: "Localhost", localhostProfile: " a" } }),
  containerSecurity({ appArmorProfile: { type: "Unconfined", localhostProfile: "a" } }),
  containerSecurity({ appArmorProfile: { type: "None" } }),
  containerSecurity({ windowsOptions: { runAsUserName: "a\\b\\c", gmsaCredentialSpecName: "A_b" } }),
  containerSecurity({ windowsOptions: { runAsUserName: "...\\" } }),
  containerSecurity({ windowsOptions: { hostProcess: true } }),
  podSecurity({ fsGroup: -1, runAsUser: -1, runAsGroup: -1, supplementalGroups: [1, -1] }),
  podSecurity({ fsGroupChangePolicy: "Never", supplementalGroupsPolicy: "Loose" }),
  podSecurity({ seLinuxChangePolicy: "MountOption" }),
  podSecurity({ seccompProfile: { type: "Localhost", localhostProfile: "/a/../b" } }),
  podSecurity({
    sysctls: [
      { name: "", value: "1" },
      { name: "A", value: "1" },
      { name: "a.b", value: "1" },
      { name: "a.b", value: "1" },
    ],
  }),
  podSecurity({ sysctls: [{ name: "net.core.somaxconn", value: "1" }] }, { hostNetwork: true }),
  podSecurity({ sysctls: [{ name: "kernel/sem", value: "1" }] }, { hostIPC: true }),
  { ...RUNS, hostPID: true, shareProcessNamespace: true },
  { ...RUNS, hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true },
];

const PLACEMENT: readonly Part[] = [
  { ...RUNS, nodeSelector: { a: "b c" } },
  { ...RUNS, nodeSelector: { "a b": "c" } },
  { ...RUNS, nodeName: "Node_1" },
  { ...RUNS, affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } } },
  expression({ operator: "In" }),
  expression({ operator: "Exists", values: ["b"] }),
  expression({ operator: "Gt", values: ["1", "2"] }),
  expression({ operator: "Is", values: ["b"] }),
  expression({ key: "a b", operator: "In", values: ["b c"] }),
  nodeTerm({ matchFields: [{ key: "metadata.uid", operator: "Exists" }] }),
  nodeTerm({ matchFields: [{ key: "metadata.name", operator: "In", values: ["A", "b"] }] }),
  {
    ...RUNS,
    affinity: { nodeAffinity: { [PREFERRED]: [{ weight: 0, preference: { matchExpressions: [{ key: "", operator: "In" }] } }] } },
  },
  podTerm({ topologyKey: "" }),
  podTerm({ topologyKey: "a b" }),
  podTerm({ labelSelector: { matchExpressions: [{ key: "a", operator: "In" }] } }),
  podTerm({ namespaceSelector: { matchLabels: { a: "b c" } }, namespaces: ["A"] }),
  podTerm({ matchLabelKeys: ["a"] }),
  podTerm({ labelSelector: { matchLabels: { a: "b" } }, matchLabelKeys: ["x", "a b"], mismatchLabelKeys: ["x"] }),
  { ...RUNS, affinity: { podAntiAffinity: { [PREFERRED]: [{ weight: 101, podAffinityTerm: {} }] } } },
  { ...RUNS, affinity: { podAntiAffinity: { [REQUIRED]: [{ labelSelector: { matchLabels: { a: "b c" } } }] } } },
  spread({ maxSkew: 0 }),
  spread({ topologyKey: "", whenUnsatisfiable: "Maybe" }),
  spread({}, {}),
  spread({ minDomains: 0 }),
  spread({ minDomains: 2, whenUnsatisfiable: "ScheduleAnyway" }),
  spread({ nodeAffinityPolicy: "Perhaps", nodeTaintsPolicy: "Never" }),
  spread({ labelSelector: { matchExpressions: [{ key: "a", operator: "Has" }] } }),
  spread({ matchLabelKeys: ["a b"] }),
  tolerates({ operator: "Equal" }),
  tolerates({ key: "a b" }),
  tolerates({ key: "a", operator: "Exists", value: "b" }),
  tolerates({ key: "a", value: "b c" }),
  tolerates({ key: "a", operator: "Gt", value: "1" }),
  tolerates({ key: "a", operator: "Has" }),
  tolerates({ key: "a", effect: "Never" }),
  tolerates({ key: "a", effect: "NoSchedule", tolerationSeconds: 5 }),
];

const OTHER_FIELDS: readonly Part[] = [
  { ...RUNS, restartPolicy: "Sometimes" },
  { ...RUNS, restartPolicy: "Never" },
  { ...RUNS, activeDeadlineSeconds: 0 },
  { ...RUNS, activeDeadlineSeconds: 10 },
  { ...RUNS, dnsPolicy: "Mine" },
  { ...RUNS, dnsPolicy: "None" },
  { ...RUNS, dnsPolicy: "None", dnsConfig: { searches: ["a"] } },
  { ...RUNS, dnsConfig: { nameservers: ["1.1.1.1", "1.1.1.2", "1.1.1.3", "nowhere"] } },
  { ...RUNS, dnsConfig: { nameservers: ["010.1.1.1", "::ffff:1.2.3.4", "fe80::1%eth0"] } },
  { ...RUNS, dnsConfig: { searches: ["A", "_a.b.", "."], options: [{ value: "1" }] } },
  { ...RUNS, dnsConfig: { searches: Array.from({ length: 33 }, () => "a") } },
  { ...RUNS, hostAliases: [{ ip: "1.2.3", hostnames: ["A_b"] }] },
  { ...RUNS, hostname: "a.b", subdomain: "A" },
  { ...RUNS, hostnameOverride: "A", setHostnameAsFQDN: true },
  { ...RUNS, serviceAccountName: "A_b" },
  { ...RUNS, priorityClassName: "A_b", preemptionPolicy: "Sometimes" },
  { ...RUNS, runtimeClassName: "A_b" },
  { ...RUNS, readinessGates: [{ conditionType: "a b" }] },
  { ...RUNS, schedulingGates: [{ name: "a" }, { name: "a" }, { name: "a b" }] },
  { ...RUNS, os: { name: "plan9" } },
  { ...RUNS, os: { name: "" } },
  { ...containerSecurity({ windowsOptions: {} }), os: { name: "linux" } },
  {
    ...containerSecurity({ privileged: true, runAsUser: 1 }),
    os: { name: "windows" },
    hostPID: true,
    securityContext: { fsGroup: 1, seLinuxOptions: {} },
  },
  { ...contained({ name: "" }), volumes: [{ name: "a" }, { name: "a" }], dnsPolicy: "x", tolerations: [{ operator: "x" }] },
];

export const REFUSED_POD_SPECS: readonly Part[] = [
  ...CONTAINERS,
  ...PORTS,
  ...ENVIRONMENT,
  ...VOLUMES,
  ...MOUNTS,
  ...RESOURCES,
  ...PROBES,
  ...SECURITY,
  ...PLACEMENT,
  ...OTHER_FIELDS,
];
