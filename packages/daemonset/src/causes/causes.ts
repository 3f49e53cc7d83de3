import type { CauseKind } from "../records/cause-fact.ts";
import type { CauseRow, Match, RemedyKind } from "./cause-row.ts";

/** A larger budget ends more pods. If the new ones fail or are refused, more nodes have no pod. */
const NEW_PODS_FAIL = { helps: ["undo", "hold"], harms: ["raise", "resume"] } as const satisfies Partial<CauseRow>;
const NO_COMMAND = { helps: [], harms: [] } as const satisfies Partial<CauseRow>;
/** Other nodes can go on while one node has this problem. */
const NODE_PROBLEM = { helps: ["nodes", "raise"], harms: [] } as const satisfies Partial<CauseRow>;

const create = (text: RegExp): CauseRow["matches"] => [{ from: "create", text }];
const scheduler = (text: RegExp): Match => ({ from: "scheduler", text });
const pull = (text: RegExp): CauseRow["matches"] => [{ from: "pull", text }];
const admission = (...reason: readonly string[]): Match => ({ from: "admission", reason });

const notCreated = (text: RegExp, endsBy: CauseRow["endsBy"], byRevision: CauseRow["byRevision"], owner?: CauseRow["owner"]): CauseRow => ({
  matches: create(text),
  endsBy,
  ...(owner === undefined ? {} : { owner }),
  byRevision,
  helps: byRevision === "no" ? [] : ["undo", "hold"],
  harms: byRevision === "no" ? [] : ["raise"],
  normalFor: "lasting",
});
const notPulled = (text: RegExp, endsBy: CauseRow["endsBy"]): CauseRow => ({
  matches: pull(text),
  endsBy,
  byRevision: "yes",
  ...NEW_PODS_FAIL,
  normalFor: "never",
});
const notStarted = (matches: CauseRow["matches"]): CauseRow => ({
  matches,
  endsBy: "operator",
  byRevision: "yes",
  ...NEW_PODS_FAIL,
  normalFor: "lasting",
});
const ended = (matches: CauseRow["matches"]): CauseRow => ({ ...notStarted(matches), normalFor: "never", log: "previous" });
const refused = (
  text: RegExp,
  { endsBy = "operator", helps = [] }: { readonly endsBy?: CauseRow["endsBy"]; readonly helps?: readonly RemedyKind[] } = {},
): CauseRow => ({ matches: [scheduler(text)], endsBy, byRevision: "no", helps, harms: ["raise"], normalFor: "lasting" });
/** The template names an object, a resource or a scheduler that the cluster may lack: the new revision or the cluster
 *  can be the cause. */
const UNLESS_ELSEWHERE = { byRevision: "compare", helps: ["undo", "hold"], harms: ["raise"] } as const satisfies Partial<CauseRow>;
const underPressure = (condition: string, resource: string): CauseRow => ({
  matches: [
    { from: "admission", reason: ["Evicted"], text: new RegExp(`node had condition: \\[[^\\]]{0,80}${condition}`) },
    { from: "pressure", reason: [condition] },
    { from: "admission", reason: ["Evicted"], text: new RegExp(`low on resource: [^ ]{0,20}${resource}`) },
  ],
  endsBy: "owner",
  owner: "node",
  byRevision: "compare",
  helps: ["nodes", "undo", "hold", "raise"],
  harms: [],
  normalFor: "never",
});
const derived = (endsBy: CauseRow["endsBy"], normalFor: CauseRow["normalFor"], rest: Partial<CauseRow> = {}): CauseRow => ({
  matches: [],
  endsBy,
  byRevision: "no",
  ...NO_COMMAND,
  normalFor,
  ...rest,
});
/** Pods that start, or run without being Ready, may only be slow. */
const maySlow = { byRevision: "yes", helps: ["undo", "raise", "hold"] } as const satisfies Partial<CauseRow>;

/** The table of causes: the only place that maps the API's words to a cause, and a cause to what helps. The order is
 *  that of the offered actions, and of the patterns of one source: the more specific ones come first. A new cause is a
 *  row here, its words (`packages/words`), and a case. */
export const CAUSES: { readonly [Kind in CauseKind]: CauseRow } = {
  imageRateLimited: notPulled(/toomanyrequests|too many requests|\b429\b/i, "time"),
  imageUnauthorised: notPulled(
    /unauthorized|access denied|authentication required|authorization failed|insufficient_scope|forbidden|\b40[13]\b/i,
    "operator",
  ),
  imageWrongPlatform: {
    ...notPulled(/no match for platform|no matching manifest for/i, "operator"),
    helps: ["undo", "keepOff", "hold"],
  },
  imageNotFound: notPulled(/not ?found|manifest unknown|name unknown|\b404\b/i, "operator"),
  imageUnreachable: {
    ...notPulled(
      /no such host|x509|certificate|time(d )?out|deadline exceeded|connection refused|connection reset|no route to host|\b50[0-4]\b/i,
      "owner",
    ),
    owner: "registry",
  },
  imageFailed: {
    ...notPulled(/^/, "operator"),
    matches: [
      { from: "pull" },
      {
        from: "container",
        reason: ["InvalidImageName", "ErrImageNeverPull", "ImageInspectError", "RegistryUnavailable", "SignatureValidationFailed"],
      },
    ],
  },
  objectMissing: notStarted([
    { from: "container", reason: ["CreateContainerConfigError"], text: /^(?<subject>(?:configmap|secret) "[^"]{1,253}") not found/ },
    { from: "init", reason: ["CreateContainerConfigError"], text: /^(?<subject>(?:configmap|secret) "[^"]{1,253}") not found/ },
    { from: "startEvent", reason: ["FailedMount"], text: /(?<subject>(?:configmap|secret) "[^"]{1,253}") not found/ },
  ]),
  hostPathMissing: notStarted([
    { from: "startEvent", reason: ["FailedMount"], text: /hostPath type check failed[:,] (?<subject>\S{1,512})/ },
  ]),
  configError: notStarted([
    { from: "container", reason: ["CreateContainerConfigError", "CreateContainerError"] },
    { from: "init", reason: ["CreateContainerConfigError", "CreateContainerError"] },
  ]),
  postStartHook: ended([
    { from: "container", reason: ["PostStartHookError"] },
    { from: "runEvent", reason: ["FailedPostStartHook"] },
  ]),
  startError: {
    ...notStarted([
      { from: "container", reason: ["RunContainerError", "StartError", "ContainerCannotRun", "PreStartHookError", "PreCreateHookError"] },
    ]),
    normalFor: "never",
  },
  initCrash: ended([{ from: "init" }]),
  oomKilled: ended([{ from: "container", reason: ["OOMKilled"] }]),
  livenessKill: ended([
    { from: "runEvent", reason: ["Unhealthy"], text: /^Liveness probe failed/ },
    { from: "runEvent", reason: ["Killing"], text: /failed liveness probe/ },
  ]),
  startupKill: ended([
    { from: "runEvent", reason: ["Unhealthy"], text: /^Startup probe failed/ },
    { from: "runEvent", reason: ["Killing"], text: /failed startup probe/ },
  ]),
  completedAgain: ended([{ from: "container", reason: ["Completed"] }]),
  crash: ended([{ from: "container", reason: ["Error", "CrashLoopBackOff", "ContainerStatusUnknown"] }]),
  failing: derived("operator", "never", { byRevision: "yes", ...NEW_PODS_FAIL }),
  podSecurity: notCreated(/violates PodSecurity "(?<subject>[^"]{1,100})"/, "operator", "yes"),
  limitRange: notCreated(
    /(?:maximum|minimum|max limit to request ratio|maximum [a-z]{1,20} usage|must be (?:less|greater) than)[^:]{0,80} (?:per|for) (?:Container|Pod)|LimitRange/,
    "operator",
    "yes",
  ),
  serviceAccountMissing: notCreated(/serviceaccount "(?<subject>[^"]{1,253})" not found/i, "operator", "yes"),
  priorityClassMissing: notCreated(/no PriorityClass with name (?<subject>\S{1,253}) was found/, "operator", "yes"),
  runtimeClassMissing: notCreated(
    /RuntimeClass "(?<subject>[^"]{1,253})" not found|runtimeclass[^"]{0,40}"(?<other>[^"]{1,253})" not found/i,
    "operator",
    "yes",
  ),
  webhookDenied: notCreated(/admission webhook "(?<subject>[^"]{1,253})" denied the request/, "owner", "yes", "webhook"),
  requestsOverQuota: notCreated(
    /exceeded quota: (?<subject>[^,\s]{1,253}), requested: [^ ]{0,400}(?:cpu|memory|storage|requests\.|limits\.)/,
    "operator",
    "compare",
  ),
  quotaExceeded: notCreated(/exceeded quota: (?<subject>[^,\s]{1,253})/, "owner", "no", "quota"),
  webhookSilent: notCreated(/failed calling webhook "(?<subject>[^"]{1,253})"/, "owner", "no", "webhook"),
  createRefused: { ...notCreated(/^/, "unknown", "compare"), matches: [{ from: "create" }] },
  mountFailed: { ...notStarted([{ from: "startEvent", reason: ["FailedMount"] }]), normalFor: "slow" },
  attachFailed: {
    ...notStarted([{ from: "startEvent", reason: ["FailedAttachVolume", "FailedMapVolume"] }]),
    endsBy: "owner",
    owner: "volume",
    ...UNLESS_ELSEWHERE,
    harms: [],
    normalFor: "slow",
  },
  sandboxFailed: {
    ...notStarted([{ from: "startEvent", reason: ["FailedCreatePodSandBox", "NetworkNotReady"] }]),
    endsBy: "owner",
    owner: "node",
    byRevision: "no",
    ...NODE_PROBLEM,
    normalFor: "slow",
  },
  revisionBreaksNodes: derived("operator", "never", {
    byRevision: "yes",
    helps: ["undo", "hold", "nodes"],
    harms: ["raise", "resume"],
  }),
  readinessProbe: {
    matches: [{ from: "probeEvent", reason: ["Unhealthy"], text: /^Readiness probe (?:failed|errored)/ }],
    endsBy: "operator",
    ...maySlow,
    harms: [],
    normalFor: "slow",
    log: "present",
  },
  readinessGate: {
    matches: [
      { from: "readiness", reason: ["ReadinessGatesNotReady"], text: /readiness gate "(?<subject>[^"]{1,317})"/ },
      { from: "readiness", reason: ["ReadinessGatesNotReady"] },
    ],
    endsBy: "owner",
    owner: "gate",
    byRevision: "no",
    ...NO_COMMAND,
    normalFor: "slow",
  },
  runningNotReady: derived("time", "slow", { ...maySlow, log: "present" }),
  notRestarted: derived("operator", "never", { byRevision: "yes", ...NEW_PODS_FAIL, log: "present" }),
  crashedOnce: derived("kubelet", "slow", { ...maySlow, log: "previous" }),
  starting: derived("kubelet", "slow", maySlow),
  readyNotAvailable: derived("time", "slow", maySlow),
  awaitsScheduler: derived("controller", "slow", maySlow),
  preempting: derived("controller", "slow", maySlow),
  noScheduler: derived("owner", "lasting", { ...UNLESS_ELSEWHERE, owner: "scheduler" }),
  schedulingGate: { ...refused(/^SchedulingGated/, { endsBy: "owner" }), owner: "gate", normalFor: "slow" },
  claimUnallocated: { ...refused(/cannot allocate all claims/, { endsBy: "owner" }), ...UNLESS_ELSEWHERE, owner: "device" },
  volumeClaimMissing: {
    ...refused(/persistentvolumeclaim "(?<subject>[^"]{1,253})" (?:not found|is being deleted)/),
    ...UNLESS_ELSEWHERE,
  },
  // The words of 1.36 come first; the second ones are those of older schedulers.
  volumeElsewhere: {
    ...refused(
      /didn't match PersistentVolume's node affinity|volume node affinity conflict|no available volume zone|didn't find available persistent volumes|bound to non-existent pv/,
      { endsBy: "owner" },
    ),
    ...UNLESS_ELSEWHERE,
    owner: "volume",
  },
  selectorAdded: derived("owner", "lasting", { harms: ["raise"], owner: "webhook" }),
  labelMismatch: refused(/didn't match Pod's node affinity|didn't match node selector/i, { helps: ["relabel"] }),
  onePodNode: derived("operator", "lasting", { helps: ["keepOff"], harms: ["raise"] }),
  tooLarge: derived("operator", "lasting", { byRevision: "yes", helps: ["undo", "keepOff", "hold"], harms: ["raise"] }),
  featureMissing: {
    ...refused(/^/, { endsBy: "owner" }),
    ...UNLESS_ELSEWHERE,
    owner: "node",
    helps: ["undo", "keepOff", "hold"],
    matches: [scheduler(/didn't match Pod's required features/), admission("PodFeatureUnsupported")],
  },
  resourceMissing: derived("owner", "lasting", { ...UNLESS_ELSEWHERE, owner: "node", helps: ["undo", "keepOff", "hold"] }),
  portEnding: derived("time", "slow"),
  portHeld: {
    ...refused(/didn't have free ports/, { helps: ["room", "undo", "hold"] }),
    byRevision: "yes",
    matches: [scheduler(/didn't have free ports/), admission("NodePorts")],
  },
  antiAffinity: { ...refused(/anti-affinity|topology spread/), byRevision: "yes", helps: ["undo", "hold"] },
  untolerated: refused(/untolerated taint/, { helps: ["letOn", "openNodes"] }),
  noSuchNode: derived("controller", "slow"),
  noRoom: {
    ...refused(/^(?:\d+ )?(?:Insufficient |Too many pods)/, { endsBy: "owner", helps: ["room", "undo", "hold"] }),
    byRevision: "yes",
  },
  notScheduled: { ...refused(/^/, { endsBy: "owner" }), byRevision: "yes", helps: ["undo", "hold"], matches: [{ from: "scheduler" }] },
  outOf: {
    matches: [{ from: "admission", reason: /^OutOf/ }],
    endsBy: "owner",
    byRevision: "yes",
    helps: ["room", "undo", "hold"],
    harms: ["raise"],
    normalFor: "never",
  },
  labelsUnknown: {
    matches: [admission("NodeAffinity")],
    endsBy: "owner",
    owner: "node",
    byRevision: "no",
    helps: ["nodes"],
    harms: [],
    normalFor: "never",
  },
  sysctlForbidden: { matches: [admission("SysctlForbidden")], endsBy: "operator", byRevision: "yes", ...NEW_PODS_FAIL, normalFor: "never" },
  diskPressure: underPressure("DiskPressure", "(?:ephemeral-storage|inodes|storage)"),
  memoryPressure: underPressure("MemoryPressure", "memory"),
  pidPressure: underPressure("PIDPressure", "pids"),
  nodeShutdown: {
    matches: [admission("NodeShutdown", "Terminated", "Shutdown")],
    endsBy: "time",
    byRevision: "no",
    helps: ["nodes"],
    harms: [],
    normalFor: "never",
  },
  admissionError: {
    matches: [admission("UnexpectedAdmissionError")],
    endsBy: "owner",
    owner: "node",
    byRevision: "no",
    helps: ["nodes"],
    harms: [],
    normalFor: "never",
  },
  evicted: {
    matches: [admission("Evicted"), { from: "endEvent", reason: ["Evicted"] }],
    endsBy: "operator",
    byRevision: "yes",
    ...NEW_PODS_FAIL,
    normalFor: "never",
  },
  nodeNotReady: derived("owner", "none", { ...NODE_PROBLEM, owner: "node" }),
  nodeGone: derived("controller", "never"),
  nodeLeaving: derived("time", "never"),
  terminatingOnNotReady: derived("owner", "slow", { ...NODE_PROBLEM, owner: "node" }),
  kubeletSilent: derived("owner", "slow", { ...NODE_PROBLEM, owner: "node" }),
  podFinalizer: derived("owner", "slow", { owner: "finalizer" }),
  surgePortClash: derived("operator", "never", { byRevision: "yes", helps: ["noSurge"], harms: ["raise"] }),
  waitsForDeletion: derived("operator", "never", { helps: ["resume"] }),
  misscheduled: derived("operator", "never", { helps: ["relabel", "letOn", "openNodes", "nodes"] }),
  noNodeWants: derived("operator", "never", { helps: ["relabel", "letOn", "openNodes"] }),
  controllerForgot: derived("operator", "never", { helps: ["nudge"] }),
  controllerBehind: derived("owner", "never", { owner: "controlPlane" }),
  upgradeFailed: derived("owner", "never", { owner: "upgrade", helps: ["retryUpgrade"] }),
  upgradeIdle: derived("owner", "never", { owner: "upgrade" }),
  pauseLeft: derived("owner", "never", { owner: "upgrade", helps: ["retryUpgrade"] }),
  deviceTaint: derived("owner", "slow", { owner: "device" }),
  terminating: derived("kubelet", "slow"),
  noPod: derived("controller", "slow"),
  noPodYet: derived("controller", "slow"),
  twoPods: derived("controller", "never"),
  extraPods: derived("controller", "never"),
  unknown: derived("unknown", "never", { byRevision: "compare", ...NEW_PODS_FAIL }),
};

/** Reports whether the API server refuses to create the pod. syncNodes then returns its error before rollingUpdate
 *  runs, so that no old pod is replaced on any node. Source: daemon_controller.go, updateDaemonSet. */
export const isRefusedCreation = ({ kind }: { readonly kind: CauseKind }): boolean =>
  CAUSES[kind].matches.some(({ from }) => from === "create");

/** Returns the node condition that a cause is about: `DiskPressure`; undefined if it is about none. */
export function nodeConditionOf({ kind }: { readonly kind: CauseKind }): string | undefined {
  const reason = CAUSES[kind].matches.find(({ from }) => from === "pressure")?.reason;
  return reason instanceof RegExp ? undefined : reason?.[0];
}

/** All kinds, in the order of the table. */
export const CAUSE_KINDS = Object.keys(CAUSES) as readonly CauseKind[];
