import type { Resource } from "../../objects/resource.ts";
import { groupOf, pluralOf, SERVED } from "../../objects/resources.ts";
import { MEASURED_GROUP, MEASURED_RESOURCES, MEASURED_VERSION } from "../measured/measured-resource.ts";
import { customOpenApi, openApi } from "./openapi.ts";

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

/**
 * Orders the versions of a group: `v2`, `v1`, `v1beta2`, `v1alpha1`. Source: apimachinery pkg/version,
 * CompareKubeAwareVersionStrings.
 */
function byStability(left: string, right: string): number {
  const parts = (text: string): readonly number[] => {
    const [, major = "0", stability = "", minor = "0"] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(text) ?? [];
    return [stability === "" ? 2 : stability === "beta" ? 1 : 0, Number(major), Number(minor)];
  };
  const [first, second] = [parts(left), parts(right)];
  return first.map((part, at) => (second[at] ?? 0) - part).find((difference) => difference !== 0) ?? 0;
}

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
/** Group versions that have resources, except the core `v1`. A group without resources makes kubectl complain. */
const RESOURCE_VERSIONS = [...new Set(SERVED.map(({ groupVersion }) => groupVersion).filter((text) => text.includes("/")))];
const GROUP_VERSIONS = [...RESOURCE_VERSIONS, "authentication.k8s.io/v1", "authorization.k8s.io/v1"];

/** Resources that answer a POST and store nothing. */
const REVIEWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "authentication.k8s.io/v1": { selfsubjectreviews: "SelfSubjectReview" },
  "authorization.k8s.io/v1": { selfsubjectaccessreviews: "SelfSubjectAccessReview", selfsubjectrulesreviews: "SelfSubjectRulesReview" },
};

/** Subresources that are refused. They are listed, because kubectl's message depends on whether they are known. */
const STREAMS = { "pods/attach": "PodAttachOptions", "pods/exec": "PodExecOptions", "pods/portforward": "PodPortForwardOptions" };

function resourceList(groupVersion: string, custom: readonly Resource[]): unknown {
  const served = [...SERVED, ...custom].filter((resource) => resource.groupVersion === groupVersion);
  const resources = served.flatMap((resource) => [
    {
      name: pluralOf(resource),
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
            name: `${pluralOf(resource)}/status`,
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

/** The list as metrics-server describes its resources. */
const measuredList = (): unknown => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: MEASURED_VERSION,
  resources: MEASURED_RESOURCES.map(({ name, namespaced, kind }) => ({ name, singularName: "", namespaced, kind, verbs: ["get", "list"] })),
});

/** A group with its versions, the preferred one first. */
const group = (name: string, groupVersions: readonly string[]) => {
  const versions = groupVersions
    .filter((groupVersion) => groupOf(groupVersion) === name)
    .map((groupVersion) => ({ groupVersion, version: groupVersion.split("/")[1] ?? "" }));
  return { name, versions, preferredVersion: versions[0] };
};
const GROUPS = [...new Set(GROUP_VERSIONS.map(groupOf))].map((name) => group(name, GROUP_VERSIONS));

const MEASURED_API = group(MEASURED_GROUP, [MEASURED_VERSION]);

/** Reports whether a path is below a served group and version. */
export function isServedGroup(path: string, custom: readonly Resource[]): boolean {
  if (path.startsWith(`/apis/${MEASURED_VERSION}/`)) return true;
  return (
    path.startsWith("/api/v1/") ||
    [...GROUP_VERSIONS, ...customVersions(custom)].some((groupVersion) => path.startsWith(`/apis/${groupVersion}/`))
  );
}

/** Returns the groups and versions of custom resources, without the built-in ones. */
const customVersions = (custom: readonly Resource[]): readonly string[] =>
  [...new Set(custom.map(({ groupVersion }) => groupVersion))]
    .filter((groupVersion) => !GROUP_VERSIONS.includes(groupVersion))
    .sort((a, b) => byStability(a.split("/")[1] ?? "", b.split("/")[1] ?? ""));

function customGroups(custom: readonly Resource[]): readonly ReturnType<typeof group>[] {
  const versions = customVersions(custom);
  const names = [...new Set(versions.map(groupOf))].filter((name) => GROUPS.every((builtIn) => builtIn.name !== name)).sort();
  return names.map((name) => group(name, versions));
}

/** Returns a text for the URL of a description, because clients request a description again if its URL changes. */
const descriptionHash = (groupVersion: string, custom: readonly Resource[]): string => {
  const versions = custom
    .filter((resource) => resource.groupVersion === groupVersion)
    .map((resource) => resource.custom?.resourceVersion ?? "");
  return versions.length === 0 ? "1" : versions.join("-");
};

/** Returns the answer to a discovery path; undefined for other paths. `custom` lists the custom resources. */
export function discovery(path: string, custom: readonly Resource[]): unknown {
  switch (path) {
    case "/version":
      return SERVER_VERSION;
    case "/api":
      return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
    case "/apis":
      return { kind: "APIGroupList", apiVersion: "v1", groups: [...GROUPS, ...customGroups(custom), MEASURED_API] };
    case `/apis/${MEASURED_GROUP}`:
      return { kind: "APIGroup", apiVersion: "v1", ...MEASURED_API };
    case `/apis/${MEASURED_VERSION}`:
      return measuredList();
    case "/api/v1":
      return resourceList("v1", custom);
    case "/openapi/v3":
      return {
        paths: Object.fromEntries(
          ["v1", ...RESOURCE_VERSIONS, ...customVersions(custom)].map((groupVersion) => {
            const key = groupVersion === "v1" ? "api/v1" : `apis/${groupVersion}`;
            return [key, { serverRelativeURL: `/openapi/v3/${key}?hash=${descriptionHash(groupVersion, custom)}` }];
          }),
        ),
      };
    default: {
      const described = /^\/openapi\/v3\/(?:api|apis)\/(.+)$/.exec(path)?.[1];
      if (described !== undefined)
        return SERVED.some(({ groupVersion }) => groupVersion === described)
          ? openApi(described, SERVER_VERSION.gitVersion)
          : customOpenApi(
              custom.filter(({ groupVersion }) => groupVersion === described),
              SERVER_VERSION.gitVersion,
            );
      const named = /^\/apis\/(.+)$/.exec(path)?.[1] ?? "";
      if (GROUP_VERSIONS.includes(named) || customVersions(custom).includes(named)) return resourceList(named, custom);
      const served = [...GROUPS, ...customGroups(custom)].find(({ name }) => name === named);
      return served === undefined ? undefined : { kind: "APIGroup", apiVersion: "v1", ...served };
    }
  }
}
