/** Scope of a right: all namespaces, these namespaces (sorted, at least one), or none. */
export type NamespaceScope = "all" | "none" | readonly string[];

/** Kinds with rights: watched kinds (list and watch), and kinds that are read on demand. */
export const WATCHED_KINDS = ["nodes", "daemonsets", "controllerrevisions", "pods", "events"] as const;
const READ_KINDS = ["pods/log", "services", "endpointslices", "podmetrics"] as const;
export const RIGHT_KINDS = [...WATCHED_KINDS, ...READ_KINDS] as const;
export type RightKind = (typeof RIGHT_KINDS)[number];

/** The access scope of a user. Nodes have no namespace, so their scope is all or none. Two users with equal rights see
 *  the same. */
export type UserRights = Readonly<Record<RightKind, NamespaceScope>>;

/** The request attributes of a kind. */
interface RequiredVerbs {
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly verbs: readonly string[];
  /** Name for kubectl: the resource with its group. */
  readonly qualified: string;
}

const WATCH = ["list", "watch"] as const;

export const REQUIRED_VERBS: Readonly<Record<RightKind, RequiredVerbs>> = {
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

/** Returns a text that is equal for equal rights only. */
export const rightsKey = (rights: UserRights): string => JSON.stringify(RIGHT_KINDS.map((kind) => rights[kind]));

/** True for a user who sees everything that the server sees. */
export const isFullAccess = (rights: UserRights): boolean => RIGHT_KINDS.every((kind) => rights[kind] === "all");

/** Reports whether a kind may be read in a namespace; undefined means all namespaces. */
export function canRead(rights: UserRights, kind: RightKind, namespace: string | undefined): boolean {
  const scope = rights[kind];
  if (scope === "all") return true;
  return scope !== "none" && namespace !== undefined && scope.includes(namespace);
}

function covers(wide: NamespaceScope, narrow: NamespaceScope): boolean {
  if (wide === "all" || narrow === "none") return true;
  return wide !== "none" && narrow !== "all" && narrow.every((namespace) => wide.includes(namespace));
}

/** Reports whether a model contains a watched kind. It does if the rights cover the kind in every namespace whose
 *  DaemonSets the user sees. With fewer namespaces, existing pods would count as missing. */
export function isModelled(rights: UserRights, kind: (typeof WATCHED_KINDS)[number]): boolean {
  return kind === "nodes" ? rights.nodes === "all" : rights[kind] !== "none" && covers(rights[kind], rights.daemonsets);
}
