import { StoreError } from "../../objects/failures.ts";
import { isJsonObject, type JsonObject, objectIn } from "../../objects/json.ts";
import type { Resource } from "../../objects/resource.ts";
import { groupOf, pluralOf, qualifiedName, RESOURCES } from "../../objects/resources.ts";
import type { FaultState, Verb } from "../faults/faults.ts";
import { MEASURED_GROUP } from "../measured/measured-resource.ts";
import type { Target } from "../request/request-target.ts";

/** The user of every request. */
const USER = { username: "simulated", groups: ["system:masters", "system:authenticated"] };

/** The 403 of the API server's authorizer, word for word. */
export function forbidden({ resource, namespace, name, subresource }: Target, verb: Verb): StoreError {
  const group = groupOf(resource.groupVersion);
  const part = subresource === undefined ? "" : `/${subresource}`;
  const subject = `${qualifiedName(resource)}${name === undefined ? "" : ` "${name}"`}`;
  const scope = namespace === undefined ? "at the cluster scope" : `in the namespace "${namespace}"`;
  return new StoreError({
    code: 403,
    reason: "Forbidden",
    message: `${subject} is forbidden: User "${USER.username}" cannot ${verb} resource "${pluralOf(resource)}${part}" in API group "${group}" ${scope}`,
    details: { ...(name === undefined ? {} : { name }), ...(group === "" ? {} : { group }), kind: pluralOf(resource) },
  });
}

const VERBS: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/**
 * Returns the access rules. Everything is allowed, unless a fault forbids it: then each resource has a separate rule.
 */
function resourceRules(faults: FaultState, custom: readonly Resource[]): readonly JsonObject[] {
  const limited = RESOURCES.some(({ name }) => VERBS.some((verb) => faults.isForbidden(name, verb)));
  const all = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
  const each = [...RESOURCES, ...custom]
    .map((resource) => ({
      verbs: VERBS.filter((verb) => !faults.isForbidden(resource.name, verb)),
      apiGroups: [groupOf(resource.groupVersion)],
      resources: [pluralOf(resource)],
    }))
    .filter(({ verbs }) => verbs.length > 0);
  const create = (group: string, ...resources: readonly string[]) => ({ verbs: ["create"], apiGroups: [group], resources });
  return [
    ...(limited ? each : [all]),
    create("authorization.k8s.io", "selfsubjectaccessreviews", "selfsubjectrulesreviews"),
    create("authentication.k8s.io", "selfsubjectreviews"),
  ];
}

const VERSION_AND_HEALTH = ["/healthz", "/livez", "/readyz", "/version", "/version/"];
const NON_RESOURCE_RULES = [
  { verbs: ["*"], nonResourceURLs: ["*"] },
  {
    verbs: ["get"],
    nonResourceURLs: [
      "/api",
      "/api/*",
      "/apis",
      "/apis/*",
      "/healthz",
      "/livez",
      "/openapi",
      "/openapi/*",
      "/readyz",
      "/version",
      "/version/",
    ],
  },
  { verbs: ["get"], nonResourceURLs: VERSION_AND_HEALTH },
];

function accessStatus(body: unknown, faults: FaultState): JsonObject {
  const spec = objectIn(body, "spec");
  if (!isJsonObject(spec.resourceAttributes) && !isJsonObject(spec.nonResourceAttributes))
    throw new StoreError({
      code: 422,
      reason: "Invalid",
      message:
        'SelfSubjectAccessReview.authorization.k8s.io "" is invalid: spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
      details: {
        group: "authorization.k8s.io",
        kind: "SelfSubjectAccessReview",
        causes: [
          {
            reason: "FieldValueInvalid",
            message: "Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified",
            field: "spec.resourceAttributes",
          },
        ],
      },
    });
  const { resource, verb, group } = objectIn(spec, "resourceAttributes");
  const name = group === MEASURED_GROUP ? `${String(resource)}.${MEASURED_GROUP}` : String(resource ?? "");
  const allowed = !faults.isForbidden(name, String(verb ?? ""));
  return { allowed, ...(allowed ? {} : { reason: "a fault of the simulator forbids it" }) };
}

/**
 * Answers a client's request about its own access, by the path of the POST; undefined for another path. Stores nothing.
 */
export function reviewSelf(path: string, body: unknown, faults: FaultState, custom: readonly Resource[]): JsonObject | undefined {
  const submitted = isJsonObject(body) ? body : {};
  const review = (group: string, kind: string, status: JsonObject) => ({
    ...submitted,
    kind,
    apiVersion: `${group}/v1`,
    metadata: objectIn(submitted, "metadata"),
    status,
  });
  switch (path) {
    case "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews":
      return review("authorization.k8s.io", "SelfSubjectAccessReview", accessStatus(body, faults));
    case "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews":
      return review("authorization.k8s.io", "SelfSubjectRulesReview", {
        resourceRules: resourceRules(faults, custom),
        nonResourceRules: NON_RESOURCE_RULES,
        incomplete: false,
      });
    case "/apis/authentication.k8s.io/v1/selfsubjectreviews":
      return review("authentication.k8s.io", "SelfSubjectReview", { userInfo: USER });
    default:
      return undefined;
  }
}
