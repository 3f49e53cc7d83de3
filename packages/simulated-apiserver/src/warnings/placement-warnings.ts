import { type JsonObject, objectIn, objectsIn, textIn, textsIn } from "../objects/json.ts";
import { labelValueProblems } from "../validation/fields/label-problems.ts";
import { deprecatedNodeLabel } from "./deprecated-node-labels.ts";

const NO_SELECTOR = "a null labelSelector results in matching no pod";
const isNull = (object: JsonObject, field: string): boolean => (object[field] ?? null) === null;

function termWarnings(term: JsonObject, path: string, isPreferred: boolean): readonly string[] {
  return objectsIn(term, "matchExpressions").flatMap((expression, at) => {
    const key = textIn(expression, "key");
    const deprecated = deprecatedNodeLabel(key);
    const values = isPreferred ? textsIn(expression, "values") : [];
    return [
      ...(deprecated === undefined ? [] : [`${path}.matchExpressions[${at}].key: ${key} is ${deprecated}`]),
      ...values.flatMap((value, place) =>
        labelValueProblems(value).map((problem) => `${path}.matchExpressions[${at}].values[${place}]: ${value} is invalid, ${problem}`),
      ),
    ];
  });
}

/** Node labels that have gone out of use, and spread constraints that count no pod. */
export function placementWarnings(spec: JsonObject, path: string): readonly string[] {
  const ofSelector = Object.keys(objectIn(spec, "nodeSelector")).flatMap((key) => {
    const deprecated = deprecatedNodeLabel(key);
    return deprecated === undefined ? [] : [`${path}.nodeSelector[${key}]: ${deprecated}`];
  });
  const affinity = objectIn(objectIn(spec, "affinity"), "nodeAffinity");
  const at = `${path}.affinity.nodeAffinity`;
  const [required, preferred] = ["requiredDuringSchedulingIgnoredDuringExecution", "preferredDuringSchedulingIgnoredDuringExecution"];
  const ofTerms = objectsIn(objectIn(affinity, required), "nodeSelectorTerms").flatMap((term, place) =>
    termWarnings(term, `${at}.${required}.nodeSelectorTerms[${place}]`, false),
  );
  const ofPreferences = objectsIn(affinity, preferred).flatMap((term, place) =>
    termWarnings(objectIn(term, "preference"), `${at}.${preferred}[${place}].preference`, true),
  );
  const ofSpread = objectsIn(spec, "topologySpreadConstraints").flatMap((constraint, place) => {
    const key = textIn(constraint, "topologyKey");
    const deprecated = deprecatedNodeLabel(key);
    const own = `${path}.topologySpreadConstraints[${place}]`;
    return [
      ...(deprecated === undefined ? [] : [`${own}.topologyKey: ${key} is ${deprecated}`]),
      ...(isNull(constraint, "labelSelector") ? [`${own}.labelSelector: ${NO_SELECTOR}`] : []),
    ];
  });
  return [...ofSelector, ...ofTerms, ...ofPreferences, ...ofSpread];
}

/** Affinities to pods that select none. */
export function podAffinityWarnings(spec: JsonObject, path: string): readonly string[] {
  return ["podAffinity", "podAntiAffinity"].flatMap((kind) => {
    const affinity = objectIn(objectIn(spec, "affinity"), kind);
    const at = `${path}.affinity.${kind}`;
    const required = objectsIn(affinity, "requiredDuringSchedulingIgnoredDuringExecution").flatMap((term, place) =>
      isNull(term, "labelSelector") ? [`${at}.requiredDuringSchedulingIgnoredDuringExecution[${place}].labelSelector: ${NO_SELECTOR}`] : [],
    );
    const preferred = objectsIn(affinity, "preferredDuringSchedulingIgnoredDuringExecution").flatMap((term, place) =>
      isNull(objectIn(term, "podAffinityTerm"), "labelSelector")
        ? [`${at}.preferredDuringSchedulingIgnoredDuringExecution[${place}].podAffinityTerm.labelSelector: ${NO_SELECTOR}`]
        : [],
    );
    return [...required, ...preferred];
  });
}
