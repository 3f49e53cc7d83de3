/** Lines that may differ, each with the reason that docs/simulator.md gives under the same id. */
export interface NamedDifference {
  readonly id: string;
  readonly commands: RegExp;
  /** Lines that do not count, on both sides. */
  readonly lines: RegExp;
}

export const NAMED_DIFFERENCES: readonly NamedDifference[] = [
  {
    id: "served kinds",
    commands: /^api-resources/,
    lines:
      /^(?!(?:nodes|pods|namespaces|events|serviceaccounts|configmaps|services|daemonsets|controllerrevisions|leases|endpointslices|poddisruptionbudgets|priorityclasses|selfsubject\w+) |NAME )|events\.k8s\.io/,
  },
  {
    id: "served kinds",
    commands: /^api-versions/,
    lines:
      /^(?!(?:apps|authentication\.k8s\.io|authorization\.k8s\.io|coordination\.k8s\.io|discovery\.k8s\.io|policy|scheduling\.k8s\.io)\/v1$|v1$)/,
  },
  {
    id: "machines",
    commands: /^(?:get nodes -o wide|describe node)/,
    lines: /fake|simulated|Fake|Simulated|Kernel Version|OS Image|Container Runtime|InternalIP|Hostname|ephemeral-storage|Addresses/,
  },
  {
    id: "labels and annotations of nodes",
    commands: /^describe node/,
    lines: /beta\.kubernetes\.io|kubernetes\.io\/arch=|node\.alpha\.kubernetes\.io\/ttl|^Annotations:|^ *node\.alpha/,
  },
  { id: "leases", commands: /^describe node/, lines: /HolderIdentity|RenewTime/ },
  {
    id: "order of conditions",
    commands: /^describe node/,
    lines: /NetworkUnavailable|(?:MemoryPressure|DiskPressure|PIDPressure|Ready) (?:True|False) TIME/,
  },
  {
    id: "events of nodes",
    commands: /^describe node/,
    lines: /^Events:|NodeReady|RegisteredNode|NodeHas|NodeNot|^ ?Type Reason|^ ?---- |TaintManager/,
  },
  { id: "descriptions", commands: /^explain/, lines: /./ },
  { id: "who one is", commands: /^auth whoami/, lines: /./ },
  { id: "logs", commands: /^logs/, lines: /./ },
];
