/** English for the facts of pods, lagging counts and remedies. The page loads it with the first deferred part. */
export const laterModel = {
  lag: {
    notObserved: "the controller has not observed generation {{generation}} yet, its numbers are of {{observedGeneration}}",
    comparesNumbers:
      "a toleration compares numbers (Gt, Lt), and the cluster seems to judge that otherwise: start with --feature-gate TaintTolerationComparisonOperators={{gate}}",
    nodeDeleted: "a node was deleted; status updates after pod GC, about a minute",
    nodeNotReady:
      "a node with a pod went NotReady, which taints it NoSchedule; the controller looks again only when something else about this DaemonSet changes",
    tainted:
      "a NoSchedule taint came to a node that has a pod; the controller looks again only when something else about this DaemonSet changes",
    nodeLeft: "a node left or no longer matches, and the controller has not looked again",
    minReady: "status updates {{seconds}}s after the last change (minReadySeconds)",
    notWritten: "the controller has not written its status since the last change",
  },
  step: {
    sandbox: "its volumes, network and sandbox are being made",
    image: "its image is being pulled, or its container made",
    volumesOrImage: "its volumes, network or image are awaited",
    initContainers: "its init containers run",
    readiness: "it runs and is not Ready",
  },
  pod: {
    terminating: "terminating",
    terminatingLeft: "terminating, {{seconds, number}} s left",
    available: "available",
    availableFor: "available for {{age}}",
    ready: "ready",
    availableIn: "ready, available in {{seconds, number}} s",
    startingFor: "starting for {{age}}",
    waitsFor: "waits for the scheduler for {{age}}",
    oldRevision: "old revision",
    lastExit: "last exit code {{code}}",
    lastExitUnknown: "last exit code unknown",
  },
  remedy: {
    takeTaintOff: "Take the taint {{taint}} off {{node}}",
    takeTaintsOff: "Take {{amount, number}} taints off {{node}}",
    tolerate: "Give {{daemonSet}} a toleration for {{keys}}",
    label: "Label {{node}} with {{labels}}",
    dropSelector: "Take {{labels}} out of the nodeSelector of {{daemonSet}}",
    deletePods: "Delete {{pods}}",
    podsEnd:
      "Nothing comes to {{node}} in its place while the taint remains: desired stays {{desired, number}}, and misscheduled falls by 1 once the pod is gone.",
    notEnough: "Not enough by itself: another check fails too.",
    opens: "Other pods may then be scheduled to {{node}} too; desired goes from {{before, number}} to {{after, number}}.",
    opensOnly: "Other pods may then be scheduled to {{node}} too.",
    onlyWhereTrue: "Only where the node has what the label stands for, such as a device.",
    fits: "Then this DaemonSet comes to {{node}}: desired goes from {{before, number}} to {{after, number}}.",
    othersToo: "Other workloads that select this label may move too.",
    others: "Other workloads that select this label may come too.",
    comes_one: "Then only this DaemonSet gains {{count, number}} node: desired goes from {{before, number}} to {{after, number}}.",
    comes_other: "Then only this DaemonSet gains {{count, number}} nodes: desired goes from {{before, number}} to {{after, number}}.",
    stays: "Desired stays {{desired, number}}.",
    replaces: {
      byHand: "Creates a revision; old pods stay until each is deleted by hand.",
      nothing: "Creates a revision; there is no pod to replace.",
      all: "Creates a revision and replaces every pod within the budget.",
    },
  },
} as const;
