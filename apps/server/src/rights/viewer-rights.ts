/** Where a kind may be read: everywhere, in these namespaces (sorted, at least one), or nowhere. */
export type Reach = "all" | "none" | readonly string[];

/** What rights are asked about: kinds that are watched (list and watch), and those that are read when somebody looks. */
export const WATCHED_KINDS = ["nodes", "daemonsets", "controllerrevisions", "pods", "events"] as const;
export const READ_KINDS = ["pods/log", "services", "endpointslices", "podmetrics"] as const;
export const KINDS = [...WATCHED_KINDS, ...READ_KINDS] as const;
export type Kind = (typeof KINDS)[number];

/** What a viewer's rights let them see. Nodes have no namespace: theirs is all or none. Two viewers with equal ones see the same. */
export type ViewerRights = Readonly<Record<Kind, Reach>>;

/** How a kind is asked for. */
export interface NeededVerbs {
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly verbs: readonly string[];
  /** As kubectl calls it. */
  readonly qualified: string;
}

const WATCH = ["list", "watch"] as const;

export const NEEDED: Readonly<Record<Kind, NeededVerbs>> = {
  nodes: { group: "", resource: "nodes", verbs: WATCH, qualified: "nodes" },
  daemonsets: { group: "apps", resource: "daemonsets", verbs: WATCH, qualified: "daemonsets.apps" },
  controllerrevisions: { group: "apps", resource: "controllerrevisions", verbs: WATCH, qualified: "controllerrevisions.apps" },
  pods: { group: "", resource: "pods", verbs: WATCH, qualified: "pods" },
  events: { group: "", resource: "events", verbs: WATCH, qualified: "events" },
  "pods/log": { group: "", resource: "pods", subresource: "log", verbs: ["get"], qualified: "pods/log" },
  services: { group: "", resource: "services", verbs: ["list"], qualified: "services" },
  endpointslices: { group: "discovery.k8s.io", resource: "endpointslices", verbs: ["list"], qualified: "endpointslices.discovery.k8s.io" },
  podmetrics: { group: "metrics.k8s.io", resource: "pods", verbs: ["get"], qualified: "pods.metrics.k8s.io" },
};

/** A text that is the same for equal rights, and for no others. */
export const rightsKey = (rights: ViewerRights): string => JSON.stringify(KINDS.map((kind) => rights[kind]));

/** True for who sees all that the server does. */
export const isEverything = (rights: ViewerRights): boolean => KINDS.every((kind) => rights[kind] === "all");

/** Whether a kind may be read in a namespace; undefined is for all of them. */
export function mayRead(rights: ViewerRights, kind: Kind, namespace: string | undefined): boolean {
  const reach = rights[kind];
  if (reach === "all") return true;
  return reach !== "none" && namespace !== undefined && reach.includes(namespace);
}

function covers(wide: Reach, narrow: Reach): boolean {
  if (wide === "all" || narrow === "none") return true;
  return wide !== "none" && narrow !== "all" && narrow.every((namespace) => wide.includes(namespace));
}

/** Whether a watched kind counts in a model: everywhere that DaemonSets are seen, or not at all. Half of it would make pods missing that are there. */
export function counts(rights: ViewerRights, kind: (typeof WATCHED_KINDS)[number]): boolean {
  return kind === "nodes" ? rights.nodes === "all" : rights[kind] !== "none" && covers(rights[kind], rights.daemonsets);
}
