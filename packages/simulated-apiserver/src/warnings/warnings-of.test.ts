import { describe, expect, it } from "vitest";
import type { StoredObject } from "../objects/contract.ts";
import { warningsOf } from "./warnings-of.ts";

const metadata = { name: "agent", namespace: "default" } as StoredObject["metadata"];
const AGENT = { name: "agent", image: "agent:1" };
const daemonSet = (spec: object, annotations?: object): StoredObject => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata,
  spec: { template: { metadata: { annotations }, spec: { containers: [AGENT], ...spec } } },
});
const templateWarnings = (spec: object, annotations?: object) => warningsOf("daemonsets", daemonSet(spec, annotations), undefined);
const withContainer = (part: object) => ({ containers: [{ ...AGENT, ...part }] });
const CONTAINER = "spec.template.spec.containers[0]";

describe("the warnings of the API server about an accepted template", () => {
  it.each<[string, object, readonly string[]]>([
    ["nothing for a valid template", {}, []],
    [
      "a variable that hides another",
      withContainer({ env: [{ name: "A", value: "1" }, { name: "A", value: "2" }, { name: "B" }] }),
      [`${CONTAINER}.env[1]: hides previous definition of "A", which may be dropped when using apply`],
    ],
    [
      "nothing for a variable that extends an earlier one",
      withContainer({
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "$(A)2" },
        ],
      }),
      [],
    ],
    [
      "a variable that only repeats itself",
      withContainer({
        env: [
          { name: "A", value: "1" },
          { name: "A", value: "$(A)" },
        ],
      }),
      [`${CONTAINER}.env[1]: hides previous definition of "A", which may be dropped when using apply`],
    ],
    [
      "a fraction of a byte",
      withContainer({ resources: { limits: { memory: "1500m", cpu: "0.5" }, requests: { memory: "0.5" } } }),
      [
        `${CONTAINER}.resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer`,
        `${CONTAINER}.resources.requests[memory]: fractional byte value "500m" is invalid, must be an integer`,
      ],
    ],
    [
      "ports that are duplicate, overlapping or ambiguous",
      withContainer({
        ports: [
          { containerPort: 80, protocol: "TCP", name: "http" },
          { containerPort: 80, protocol: "TCP", hostPort: 80 },
          { containerPort: 80, protocol: "TCP", hostPort: 80, hostIP: "10.0.0.1" },
          { containerPort: 80, protocol: "UDP", hostIP: "10.0.0.1" },
          { containerPort: 81, protocol: "TCP" },
          { containerPort: 81, protocol: "TCP" },
        ],
      }),
      [
        `${CONTAINER}.ports[1]: overlapping port definition with ${CONTAINER}.ports[0]`,
        `${CONTAINER}.ports[2]: overlapping port definition with ${CONTAINER}.ports[0]`,
        `${CONTAINER}.ports[2]: dangerously ambiguous port definition with ${CONTAINER}.ports[1]`,
        `${CONTAINER}.ports[3]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 Protocol:UDP HostIP:10.0.0.1}`,
        `${CONTAINER}.ports[5]: duplicate port definition with ${CONTAINER}.ports[4]`,
      ],
    ],
    [
      "deprecated node labels",
      {
        nodeSelector: { "beta.kubernetes.io/os": "linux" },
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "node-role.kubernetes.io/master", operator: "Exists" }] }],
            },
          },
        },
      },
      [
        'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
        'spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: node-role.kubernetes.io/master is use "node-role.kubernetes.io/control-plane" instead',
      ],
    ],
    [
      "overlapping file paths in volumes, and removed volume kinds",
      {
        volumes: [
          {
            name: "a",
            configMap: {
              name: "c",
              items: [
                { key: "x", path: "d" },
                { key: "y", path: "d/e" },
              ],
            },
          },
          { name: "b", gitRepo: { repository: "r" } },
          {
            name: "p",
            projected: { sources: [{ secret: { name: "s", items: [{ key: "x", path: "f" }] } }, { serviceAccountToken: { path: "f" } }] },
          },
        ],
      },
      [
        "spec.template.spec.volumes[1].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
        'volume "a" (ConfigMap "c"): overlapping paths: "d/e" with "d"',
        'volume "p" (Projected): overlapping paths: "f" (ServiceAccountToken) with "f" (Secret "s")',
      ],
    ],
    [
      "a negative grace, and duplicate pull secrets",
      { terminationGracePeriodSeconds: -1, imagePullSecrets: [{ name: "s" }, { name: "s" }] },
      [
        'spec.template.spec.imagePullSecrets[1].name: duplicate name "s"',
        "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
      ],
    ],
  ])("%s", (_, spec, expected) => {
    expect(templateWarnings(spec)).toEqual(expected);
  });

  it("annotations without effect", () => {
    expect(
      templateWarnings({}, { "scheduler.alpha.kubernetes.io/critical-pod": "", "seccomp.security.alpha.kubernetes.io/pod": "x" }),
    ).toEqual([
      'spec.template.metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
      'spec.template.metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead',
    ]);
  });

  it("warns again if the template changes, and not for other changes", () => {
    const before = daemonSet({ terminationGracePeriodSeconds: -1 });
    expect(warningsOf("daemonsets", { ...before, metadata: { ...metadata, labels: { a: "b" } } }, before)).toEqual([]);
    expect(warningsOf("daemonsets", daemonSet({ terminationGracePeriodSeconds: -2 }), before)).toHaveLength(1);
  });
});

it("warns about a pod at its creation, also about its name, and not at updates", () => {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: "a.b" }, spec: { imagePullSecrets: [{}] } };
  expect(warningsOf("pods", pod, undefined)).toEqual([
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
    'spec.imagePullSecrets[0].name: invalid empty name ""',
  ]);
  expect(warningsOf("pods", pod, pod)).toEqual([]);
});

it("warns about a Service at every write", () => {
  const service = (spec: object) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: { type: "ClusterIP", sessionAffinity: "None", ...spec },
  });
  expect(warningsOf("services", service({ externalName: "a.b", trafficDistribution: "PreferClose" }), service({}))).toEqual([
    'spec.externalName is ignored when spec.type is not "ExternalName"',
    'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  ]);
  expect(warningsOf("services", service({ clusterIP: "None", sessionAffinity: "ClientIP" }), undefined)).toEqual([
    "spec.SessionAffinity is ignored for headless services",
  ]);
});
