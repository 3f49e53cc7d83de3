import { isJson, type Json, objectField, objectsField, textField } from "../decode/fields.ts";
import type { Caller } from "../http/caller.ts";
import { REVIEW_PATHS, type ReviewPath, type ReviewTransport } from "./review-transport.ts";

/** The identity of a user, as the cluster reports it. */
export interface UserInfo {
  readonly userName: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** An action on a resource. An empty group is the core one; without a namespace it means all namespaces. */
export interface ResourceAttributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

interface AccessVerdict {
  readonly allowed: boolean;
  /** The reason of the authorizer; may be empty. */
  readonly reason: string;
}

interface ResourceRule {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly names: readonly string[];
}

/** The rights of a user in a namespace. `incomplete` if an authorizer cannot list its rules. */
interface RulesVerdict {
  readonly rules: readonly ResourceRule[];
  readonly incomplete: boolean;
}

type TokenVerdict =
  | { readonly authenticated: true; readonly user: UserInfo }
  /** `error` is the API server's own, and may be empty. */
  | { readonly authenticated: false; readonly error: string };

/** Reviews of users that an API server answers and does not store. All throw KubeRequestError. */
export interface Reviews {
  /** Returns the identity of the caller. */
  selfSubjectReview(caller: Caller, signal: AbortSignal): Promise<UserInfo>;
  /** Returns the owner of a token. Runs as the server, which needs `create` of tokenreviews. */
  tokenReview(token: string, signal: AbortSignal): Promise<TokenVerdict>;
  /** Reports whether the caller may do this. */
  selfSubjectAccessReview(caller: Caller, attributes: ResourceAttributes, signal: AbortSignal): Promise<AccessVerdict>;
  /** Returns the rights of the caller in a namespace. */
  selfSubjectRulesReview(caller: Caller, namespace: string, signal: AbortSignal): Promise<RulesVerdict>;
  /** Reports whether a user may do this. Runs as the server, which needs `create` of subjectaccessreviews. */
  subjectAccessReview(user: UserInfo, attributes: ResourceAttributes, signal: AbortSignal): Promise<AccessVerdict>;
}

const texts = (parent: Json, field: string): readonly string[] => {
  const value = parent[field];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
};

function userOf(info: Json): UserInfo {
  const { extra } = info;
  return {
    userName: textField(info, "username") ?? "",
    groups: texts(info, "groups"),
    ...(isJson(extra) ? { extra: Object.fromEntries(Object.keys(extra).map((key) => [key, texts(extra, key)])) } : {}),
  };
}

const verdictOf = (status: Json): AccessVerdict => ({
  allowed: status.allowed === true && status.denied !== true,
  reason: textField(status, "reason") ?? "",
});

const SERVER: Caller = { kind: "server" };

export function createReviews(transport: ReviewTransport): Reviews {
  const ask = async (path: ReviewPath, kind: string, spec: Json, caller: Caller, signal: AbortSignal): Promise<Json> => {
    const apiVersion = path.split("/").slice(2, 4).join("/");
    return objectField(await transport.post(path, { apiVersion, kind, spec }, caller, signal), "status");
  };
  return {
    async selfSubjectReview(caller, signal) {
      const status = await ask(REVIEW_PATHS.selfSubjectReview, "SelfSubjectReview", {}, caller, signal);
      return userOf(objectField(status, "userInfo"));
    },
    async tokenReview(token, signal) {
      const status = await ask(REVIEW_PATHS.tokenReview, "TokenReview", { token }, SERVER, signal);
      return status.authenticated === true
        ? { authenticated: true, user: userOf(objectField(status, "user")) }
        : { authenticated: false, error: textField(status, "error") ?? "" };
    },
    async selfSubjectAccessReview(caller, attributes, signal) {
      const spec = { resourceAttributes: attributes };
      return verdictOf(await ask(REVIEW_PATHS.selfSubjectAccessReview, "SelfSubjectAccessReview", spec, caller, signal));
    },
    async selfSubjectRulesReview(caller, namespace, signal) {
      const status = await ask(REVIEW_PATHS.selfSubjectRulesReview, "SelfSubjectRulesReview", { namespace }, caller, signal);
      const rules = objectsField(status, "resourceRules").map((rule) => ({
        verbs: texts(rule, "verbs"),
        groups: texts(rule, "apiGroups"),
        resources: texts(rule, "resources"),
        names: texts(rule, "resourceNames"),
      }));
      return { rules, incomplete: status.incomplete === true };
    },
    async subjectAccessReview({ userName, groups, extra }, attributes, signal) {
      const spec = { user: userName, groups, ...(extra === undefined ? {} : { extra }), resourceAttributes: attributes };
      return verdictOf(await ask(REVIEW_PATHS.subjectAccessReview, "SubjectAccessReview", spec, SERVER, signal));
    },
  };
}
