import { type JsonObject, objectIn, objectsIn, textIn, textsIn } from "../objects/json.ts";
import { labelValueProblems } from "../validation/fields/label-problems.ts";

const NO_SELECTOR = "a null labelSelector results in matching no pod";
const isNull = (object: JsonObject, field: string): boolean => (object[field] ?? null) === null;

/** Warnings about deprecated node labels. Source: pkg/api/node/util.go. */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ["beta.kubernetes.io/os", 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ["failure-domain.beta.kubernetes.io/region", 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ["failure-domain.beta.kubernetes.io/zone", 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ["beta.kubernetes.io/instance-type", 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  ["scheduler.alpha.kubernetes.io/preferAvoidPods", "deprecated since v1.22; use Taints and Tolerations instead"],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Returns the warning about a node label; undefined if the label is not deprecated. */
const deprecatedNodeLabel = (key: string): string | undefined => DEPRECATED.get(key);

function termWarnings(term: JsonObject, path: string, isPreferred: boolean): readonly string[] {
  return objectsIn(term, "matchExpressions").flatMap((expression, at) => {
    const key = textIn(expression, "key");
    const deprecated = deprecatedNodeLabel(key);
    const values = isPreferred ? textsIn(expression, "values") : [];
    return [
      ...(deprecated === undefined ? [] : [`${path}.matchExpressions[${at}].key: ${key} is ${deprecated}`]),
      ...values.flatMap((value, index) =>
        labelValueProblems(value).map((problem) => `${path}.matchExpressions[${at}].values[${index}]: ${value} is invalid, ${problem}`),
      ),
    ];
  });
}

/**
 * Returns the warnings about deprecated node labels, invalid values of preferred terms, and spread constraints that
 * match no pod.
 */
export function placementWarnings(spec: JsonObject, path: string): readonly string[] {
  const selectorWarnings = Object.keys(objectIn(spec, "nodeSelector")).flatMap((key) => {
    const deprecated = deprecatedNodeLabel(key);
    return deprecated === undefined ? [] : [`${path}.nodeSelector[${key}]: ${deprecated}`];
  });
  const affinity = objectIn(objectIn(spec, "affinity"), "nodeAffinity");
  const affinityPath = `${path}.affinity.nodeAffinity`;
  const [required, preferred] = ["requiredDuringSchedulingIgnoredDuringExecution", "preferredDuringSchedulingIgnoredDuringExecution"];
  const requiredWarnings = objectsIn(objectIn(affinity, required), "nodeSelectorTerms").flatMap((term, index) =>
    termWarnings(term, `${affinityPath}.${required}.nodeSelectorTerms[${index}]`, false),
  );
  const preferredWarnings = objectsIn(affinity, preferred).flatMap((term, index) =>
    termWarnings(objectIn(term, "preference"), `${affinityPath}.${preferred}[${index}].preference`, true),
  );
  const spreadWarnings = objectsIn(spec, "topologySpreadConstraints").flatMap((constraint, index) => {
    const key = textIn(constraint, "topologyKey");
    const deprecated = deprecatedNodeLabel(key);
    const constraintPath = `${path}.topologySpreadConstraints[${index}]`;
    return [
      ...(deprecated === undefined ? [] : [`${constraintPath}.topologyKey: ${key} is ${deprecated}`]),
      ...(isNull(constraint, "labelSelector") ? [`${constraintPath}.labelSelector: ${NO_SELECTOR}`] : []),
    ];
  });
  return [...selectorWarnings, ...requiredWarnings, ...preferredWarnings, ...spreadWarnings];
}

/** Returns the warnings about pod affinities that match no pod. */
export function podAffinityWarnings(spec: JsonObject, path: string): readonly string[] {
  return ["podAffinity", "podAntiAffinity"].flatMap((kind) => {
    const affinity = objectIn(objectIn(spec, "affinity"), kind);
    const affinityPath = `${path}.affinity.${kind}`;
    const required = objectsIn(affinity, "requiredDuringSchedulingIgnoredDuringExecution").flatMap((term, index) =>
      isNull(term, "labelSelector")
        ? [`${affinityPath}.requiredDuringSchedulingIgnoredDuringExecution[${index}].labelSelector: ${NO_SELECTOR}`]
        : [],
    );
    const preferred = objectsIn(affinity, "preferredDuringSchedulingIgnoredDuringExecution").flatMap((term, index) =>
      isNull(objectIn(term, "podAffinityTerm"), "labelSelector")
        ? [`${affinityPath}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm.labelSelector: ${NO_SELECTOR}`]
        : [],
    );
    return [...required, ...preferred];
  });
}
