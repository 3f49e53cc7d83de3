import { SERVED } from "../../objects/resources.ts";
import { MEASURED_GROUP, MEASURED_RESOURCES, MEASURED_VERSION } from "../measured/measured-resource.ts";
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
const RESOURCE_VERSIONS = [...new Set(SERVED.map(({ groupVersion }) => groupVersion).filter((text) => text.includes("/")))];
const GROUP_VERSIONS = [...RESOURCE_VERSIONS, "authentication.k8s.io/v1", "authorization.k8s.io/v1"];
const groupOf = (groupVersion: string): string => groupVersion.split("/")[0] ?? "";

/** Resources that answer to a POST and keep nothing. */
const REVIEWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "authentication.k8s.io/v1": { selfsubjectreviews: "SelfSubjectReview" },
  "authorization.k8s.io/v1": { selfsubjectaccessreviews: "SelfSubjectAccessReview", selfsubjectrulesreviews: "SelfSubjectRulesReview" },
};

/** They are answered with a refusal: what kubectl says of it depends on their being known. */
const STREAMS = { "pods/attach": "PodAttachOptions", "pods/exec": "PodExecOptions", "pods/portforward": "PodPortForwardOptions" };

function resourceList(groupVersion: string): unknown {
  const resources = SERVED.filter((resource) => resource.groupVersion === groupVersion).flatMap((resource) => [
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
    ...(resource.hasScale === true
      ? [
          {
            name: `${resource.name}/scale`,
            singularName: "",
            namespaced: resource.namespaced,
            group: "autoscaling",
            version: "v1",
            kind: "Scale",
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
          ...Object.entries(STREAMS).map(([name, kind]) => ({ name, singularName: "", namespaced: true, kind, verbs: ["create", "get"] })),
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

/** As metrics-server describes what it serves. */
const measuredList = (): unknown => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: MEASURED_VERSION,
  resources: MEASURED_RESOURCES.map(({ name, namespaced, kind }) => ({ name, singularName: "", namespaced, kind, verbs: ["get", "list"] })),
});

/** A group with its versions, the one that is preferred first. */
const group = (name: string, groupVersions: readonly string[]) => {
  const versions = groupVersions
    .filter((groupVersion) => groupOf(groupVersion) === name)
    .map((groupVersion) => ({ groupVersion, version: groupVersion.split("/")[1] ?? "" }));
  return { name, versions, preferredVersion: versions[0] };
};
const GROUPS = [...new Set(GROUP_VERSIONS.map(groupOf))].map((name) => group(name, GROUP_VERSIONS));

const MEASURED_API = group(MEASURED_GROUP, [MEASURED_VERSION]);

/** Whether a path lies below a group and version that is served. */
export function isServedGroup(path: string): boolean {
  if (path.startsWith(`/apis/${MEASURED_VERSION}/`)) return true;
  return path.startsWith("/api/v1/") || GROUP_VERSIONS.some((groupVersion) => path.startsWith(`/apis/${groupVersion}/`));
}

/** The answer to a discovery path; undefined when the path is none. */
export function discovery(path: string): unknown {
  switch (path) {
    case "/version":
      return SERVER_VERSION;
    case "/api":
      return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
    case "/apis":
      return { kind: "APIGroupList", apiVersion: "v1", groups: [...GROUPS, MEASURED_API] };
    case `/apis/${MEASURED_GROUP}`:
      return { kind: "APIGroup", apiVersion: "v1", ...MEASURED_API };
    case `/apis/${MEASURED_VERSION}`:
      return measuredList();
    case "/api/v1":
      return resourceList("v1");
    case "/openapi/v3":
      return {
        paths: Object.fromEntries(
          ["api/v1", ...RESOURCE_VERSIONS.map((groupVersion) => `apis/${groupVersion}`)].map((key) => [
            key,
            { serverRelativeURL: `/openapi/v3/${key}?hash=1` },
          ]),
        ),
      };
    default: {
      const described = /^\/openapi\/v3\/(?:api|apis)\/(.+)$/.exec(path)?.[1];
      if (described !== undefined)
        return SERVED.some(({ groupVersion }) => groupVersion === described) ? openApi(described, SERVER_VERSION.gitVersion) : undefined;
      const named = /^\/apis\/(.+)$/.exec(path)?.[1] ?? "";
      if (GROUP_VERSIONS.includes(named)) return resourceList(named);
      const served = GROUPS.find(({ name }) => name === named);
      return served === undefined ? undefined : { kind: "APIGroup", apiVersion: "v1", ...served };
    }
  }
}
