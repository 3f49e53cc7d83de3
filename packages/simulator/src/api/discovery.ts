import { RESOURCES } from "../store/resources.ts";
import { openApi } from "./openapi.ts";

export const SERVER_VERSION = {
  major: "1",
  minor: "36",
  gitVersion: "v1.36.3+simulated",
  gitCommit: "simulated",
  gitTreeState: "clean",
  buildDate: "2026-01-01T00:00:00Z",
  goVersion: "none",
  compiler: "none",
  platform: "simulated/simulated",
};

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
/** Groups with resources of their own; authorization is there for one verb. A group without resources makes kubectl complain. */
const RESOURCE_GROUPS = [...new Set(RESOURCES.flatMap(({ groupVersion }) => groupVersion.match(/^[^/]+(?=\/)/)?.[0] ?? []))];
const GROUPS = [...RESOURCE_GROUPS, "authentication.k8s.io", "authorization.k8s.io"];

/** Resources that answer to a POST and keep nothing. */
const REVIEWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "authentication.k8s.io/v1": { selfsubjectreviews: "SelfSubjectReview" },
  "authorization.k8s.io/v1": { selfsubjectaccessreviews: "SelfSubjectAccessReview", selfsubjectrulesreviews: "SelfSubjectRulesReview" },
};

function resourceList(groupVersion: string): unknown {
  const resources = RESOURCES.filter((resource) => resource.groupVersion === groupVersion).flatMap((resource) => [
    {
      name: resource.name,
      singularName: resource.singular,
      namespaced: resource.namespaced,
      kind: resource.kind,
      verbs: resource.deletesCollections === false ? VERBS.filter((verb) => verb !== "deletecollection") : VERBS,
      ...(resource.shortNames.length === 0 ? {} : { shortNames: resource.shortNames }),
      ...(resource.categories === undefined ? {} : { categories: resource.categories }),
    },
    ...(resource.hasStatus
      ? [
          {
            name: `${resource.name}/status`,
            singularName: "",
            namespaced: resource.namespaced,
            kind: resource.kind,
            verbs: ["get", "patch", "update"],
          },
        ]
      : []),
  ]);
  const extra =
    groupVersion === "v1"
      ? [
          { name: "pods/binding", singularName: "", namespaced: true, kind: "Binding", verbs: ["create"] },
          {
            name: "pods/eviction",
            singularName: "",
            namespaced: true,
            group: "policy",
            version: "v1",
            kind: "Eviction",
            verbs: ["create"],
          },
          { name: "pods/log", singularName: "", namespaced: true, kind: "Pod", verbs: ["get"] },
        ]
      : Object.entries(REVIEWS[groupVersion] ?? {}).map(([name, kind]) => ({
          name,
          singularName: kind.toLowerCase(),
          namespaced: false,
          kind,
          verbs: ["create"],
        }));
  return { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources: [...resources, ...extra] };
}

const group = (name: string) => {
  const version = { groupVersion: `${name}/v1`, version: "v1" };
  return { name, versions: [version], preferredVersion: version };
};

/** Whether a path lies below a group and version that is served. */
export function isServedGroup(path: string): boolean {
  const group = /^\/apis\/([^/]+)\/v1\//.exec(path)?.[1];
  return path.startsWith("/api/v1/") || (group !== undefined && GROUPS.includes(group));
}

/** The answer to a discovery path; undefined when the path is none. */
export function discovery(path: string): unknown {
  switch (path) {
    case "/version":
      return SERVER_VERSION;
    case "/api":
      return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
    case "/apis":
      return { kind: "APIGroupList", apiVersion: "v1", groups: GROUPS.map(group) };
    case "/api/v1":
      return resourceList("v1");
    case "/openapi/v3":
      return {
        paths: Object.fromEntries(
          ["api/v1", ...RESOURCE_GROUPS.map((name) => `apis/${name}/v1`)].map((key) => [
            key,
            { serverRelativeURL: `/openapi/v3/${key}?hash=1` },
          ]),
        ),
      };
    default: {
      const described = /^\/openapi\/v3\/(?:api|apis)\/(.+)$/.exec(path)?.[1];
      if (described !== undefined)
        return RESOURCES.some(({ groupVersion }) => groupVersion === described) ? openApi(described, SERVER_VERSION.gitVersion) : undefined;
      const named = /^\/apis\/([^/]+)(\/v1)?$/.exec(path);
      if (named === null || !GROUPS.includes(named[1] ?? "")) return undefined;
      return named[2] === undefined ? { kind: "APIGroup", apiVersion: "v1", ...group(named[1] ?? "") } : resourceList(`${named[1]}/v1`);
    }
  }
}
