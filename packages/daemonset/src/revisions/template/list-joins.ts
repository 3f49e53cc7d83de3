import { tolerationText } from "@daemonscope/kube/matching/kubectl-notation";
import { isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";

type KeyOf = (element: JsonObject) => string | undefined;

/** Matches by a key of the element; `ordered` if the order has an effect. */
export interface KeyedJoin {
  readonly kind: "key";
  readonly keyOf: KeyOf;
  readonly ordered: boolean;
}

/** How to match the elements of two lists. */
type ListJoin =
  | KeyedJoin
  /** By their whole content; the order has no effect. */
  | { readonly kind: "content" }
  /** By index. */
  | { readonly kind: "place" };

const text = (value: JsonValue | undefined): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const fields =
  (...names: readonly string[]): KeyOf =>
  (element) => {
    const parts = names.map((name) => text(element[name]));
    return parts[0] === "" ? undefined : parts.filter((part) => part !== "").join(" ");
  };
const keyed = (keyOf: KeyOf, ordered = false): KeyedJoin => ({ kind: "key", keyOf, ordered });

/** The key of a port: two protocols may share a number. */
const portKey: KeyOf = (port) => {
  const number = text(port.containerPort);
  return number === "" ? undefined : `${number}/${text(port.protocol) || "TCP"}`;
};
/** All fields of a toleration except its seconds: two tolerations with equal keys are the same (rule P10). */
const tolerationKey: KeyOf = (toleration) => {
  const operator = text(toleration.operator) || "Equal";
  return tolerationText({ key: text(toleration.key), operator, value: text(toleration.value), effect: text(toleration.effect) });
};

const BY_NAME = keyed(fields("name"));
const BY_NAME_IN_ORDER = keyed(fields("name"), true);
const BY_CONTENT: ListJoin = { kind: "content" };

/** By the field name of the list: the keys of strategic merge, or the identifying fields if upstream merges nothing.
 *  Order counts for containers (they start in it), for env (`$(NAME)` refers to earlier entries) and for lists that
 *  are not named here. Source: the patchMergeKey tags of k8s.io/api/core/v1/types.go. */
const JOINS: Readonly<Record<string, ListJoin>> = {
  containers: BY_NAME_IN_ORDER,
  initContainers: BY_NAME_IN_ORDER,
  ephemeralContainers: BY_NAME_IN_ORDER,
  env: BY_NAME_IN_ORDER,
  volumes: BY_NAME,
  imagePullSecrets: BY_NAME,
  schedulingGates: BY_NAME,
  resourceClaims: BY_NAME,
  claims: BY_NAME,
  sysctls: BY_NAME,
  options: BY_NAME,
  ports: keyed(portKey),
  volumeMounts: keyed(fields("mountPath")),
  volumeDevices: keyed(fields("devicePath")),
  hostAliases: keyed(fields("ip")),
  items: keyed(fields("key")),
  readinessGates: keyed(fields("conditionType")),
  topologySpreadConstraints: keyed(fields("topologyKey", "whenUnsatisfiable")),
  tolerations: keyed(tolerationKey),
  matchExpressions: keyed(fields("key", "operator")),
  matchFields: keyed(fields("key", "operator")),
  nodeSelectorTerms: BY_CONTENT,
  preferredDuringSchedulingIgnoredDuringExecution: BY_CONTENT,
  requiredDuringSchedulingIgnoredDuringExecution: BY_CONTENT,
  values: BY_CONTENT,
  namespaces: BY_CONTENT,
  hostnames: BY_CONTENT,
  add: BY_CONTENT,
  drop: BY_CONTENT,
  supplementalGroups: BY_CONTENT,
  accessModes: BY_CONTENT,
  matchLabelKeys: BY_CONTENT,
  mismatchLabelKeys: BY_CONTENT,
};

/** Returns how to match the list in a field of a pod template. */
export function listJoinOf(field: string): ListJoin {
  return Object.hasOwn(JOINS, field) ? (JOINS[field] ?? { kind: "place" }) : { kind: "place" };
}

/** Returns the keys of a list's elements. Equal keys get a number; an element without a key gets its position, from
 *  1. */
export function keysOf(list: readonly JsonValue[], keyOf: KeyOf): readonly string[] {
  const seen = new Map<string, number>();
  return list.map((element, at) => {
    const key = (isJsonObject(element) ? keyOf(element) : undefined) ?? `#${at + 1}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before === 0 ? key : `${key} (${before + 1})`;
  });
}
