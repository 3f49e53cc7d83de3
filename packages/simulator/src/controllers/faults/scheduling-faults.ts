import { listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { OVERLOOKED_ANNOTATION, UNSCHEDULABLE_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { annotated, container, type Fault, type NewPod, podSpec, together } from "./fault.ts";
import { allocates, CRITICAL, holdsNode, inOrder, later } from "./objects-of-fault.ts";

/** A device that nodes do not have otherwise, so that no other pod of the cluster matters. */
const DEVICE = "example.com/device";
const HOST_PORT = 9100;

const requests = (amounts: Readonly<Record<string, string>>, limits: Readonly<Record<string, string>> = {}) =>
  container({ resources: { requests: amounts, limits } });
const oneDevice = requests({ [DEVICE]: "1" }, { [DEVICE]: "1" });
const onPort = container({ ports: [{ containerPort: HOST_PORT, hostPort: HOST_PORT, protocol: "TCP" }] });
/** Words of the scheduler for filters that are not simulated. */
const refusedAs = (entry: string) => annotated(UNSCHEDULABLE_ANNOTATION, entry);
const claims = podSpec({ volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] });

/** Requires a label in addition to the node's name. */
function requiresLabel({ metadata, spec }: NewPod): NewPod {
  const affinity = objectIn(spec, "affinity");
  const nodeAffinity = objectIn(affinity, "nodeAffinity");
  const required = objectIn(nodeAffinity, "requiredDuringSchedulingIgnoredDuringExecution");
  const expression = { key: "example.com/rack", operator: "Exists" };
  const nodeSelectorTerms = listIn(required, "nodeSelectorTerms").map((term) => ({ ...(term as object), matchExpressions: [expression] }));
  const pinned = { ...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };
  return { metadata, spec: { ...spec, affinity: { ...affinity, nodeAffinity: pinned } } };
}

/** Pods that no scheduler binds. Source of the words: pkg/scheduler/framework/plugins. */
export const SCHEDULING_FAULTS = {
  schedulingGate: { pod: podSpec({ schedulingGates: [{ name: "example.com/wait-for-quota" }] }) },
  noScheduler: { pod: podSpec({ schedulerName: "batch-scheduler" }) },
  awaitsScheduler: { pod: annotated(OVERLOOKED_ANNOTATION, "true") },
  claimUnallocated: {
    pod: together(
      podSpec({ resourceClaims: [{ name: "nic", resourceClaimTemplateName: "nic" }] }),
      refusedAs("cannot allocate all claims"),
    ),
  },
  volumeClaimMissing: { pod: together(claims, refusedAs('persistentvolumeclaim "data" not found')) },
  volumeElsewhere: { pod: together(claims, refusedAs("node(s) didn't match PersistentVolume's node affinity")) },
  selectorAdded: {
    pod: ({ metadata, spec }) => ({
      metadata,
      spec: { ...spec, nodeSelector: { ...objectIn(spec, "nodeSelector"), "sandbox.example.com/kata": "true" } },
    }),
  },
  labelMismatch: { pod: requiresLabel },
  // The kubelet admits the other pod while the old one still ends.
  onePodNode: {
    begin: inOrder(
      holdsNode(() => ({ priorityClassName: CRITICAL })),
      later(500, allocates("pods", "1")),
    ),
  },
  tooLarge: { pod: requests({ memory: "64Ti" }) },
  resourceMissing: { pod: oneDevice },
  portHeld: { pod: onPort, begin: holdsNode(() => ({ priorityClassName: CRITICAL, hostPort: HOST_PORT })) },
  portEnding: {
    pod: onPort,
    begin: holdsNode(() => ({ priorityClassName: CRITICAL, hostPort: HOST_PORT, ofDeleted: "old-agent" })),
  },
  antiAffinity: { pod: refusedAs("node(s) didn't match pod anti-affinity rules") },
  untolerated: { pod: refusedAs("node(s) had untolerated taint(s)") },
  preempting: {
    pod: together(oneDevice, podSpec({ priorityClassName: CRITICAL })),
    begin: inOrder(
      allocates(DEVICE, "1"),
      holdsNode(() => ({ resources: { [DEVICE]: "1" }, isSlowToEnd: true })),
    ),
  },
  noRoom: {
    pod: oneDevice,
    begin: inOrder(
      allocates(DEVICE, "1"),
      holdsNode(() => ({ priorityClassName: CRITICAL, resources: { [DEVICE]: "1" } })),
    ),
  },
  noSuchNode: { pod: refusedAs("node(s) didn't satisfy plugin(s) [NodeAffinity]") },
  notScheduled: { pod: refusedAs("node(s) were unschedulable") },
} as const satisfies Readonly<Record<string, Fault>>;
