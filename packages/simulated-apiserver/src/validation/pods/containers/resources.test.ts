import { expect, it } from "vitest";
import { refusals, withContainer, withParts } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [
    withContainer({ resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } }),
    ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  ],
  [
    withContainer({ resources: { requests: { memory: "0.5Gi" }, limits: { memory: "100Mi" } } }),
    ['spec.containers[0].resources.requests: Invalid value: "512Mi": must be less than or equal to memory limit of 100Mi'],
  ],
  [
    withContainer({ resources: { limits: { cpu: "-1" } } }),
    ['spec.containers[0].resources.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  ],
  [
    withContainer({ resources: { requests: { memory: "-1.5Gi" } } }),
    ['spec.containers[0].resources.requests[memory]: Invalid value: "-1536Mi": must be greater than or equal to 0'],
  ],
  [
    withContainer({ resources: { requests: { gpu: "1" } } }),
    [
      'spec.containers[0].resources.requests[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified',
      'spec.containers[0].resources.requests[gpu]: Invalid value: "gpu": must be a standard resource for containers',
    ],
  ],
  [
    withContainer({ resources: { requests: { pods: "1.5" } } }),
    [
      'spec.containers[0].resources.requests[pods]: Invalid value: "pods": must be a standard resource for containers',
      'spec.containers[0].resources.requests[pods]: Invalid value: "1500m": must be an integer',
    ],
  ],
  [
    withContainer({ resources: { limits: { storage: "1" } } }),
    ['spec.containers[0].resources.limits[storage]: Invalid value: "storage": must be a standard resource for containers'],
  ],
  [
    withContainer({ resources: { limits: { "a b": "1" } } }),
    [
      "spec.containers[0].resources.limits[a b]: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.containers[0].resources.limits[a b]: Invalid value: "a b": must be a standard resource for containers',
    ],
  ],
  [
    withContainer({ resources: { limits: { "requests.example.com/a": "1" } } }),
    [
      'spec.containers[0].resources.limits[requests.example.com/a]: Invalid value: "requests.example.com/a": doesn\'t follow extended resource name standard',
    ],
  ],
  [
    withContainer({ resources: { limits: { "example.com/gpu": "1500m" } } }),
    ['spec.containers[0].resources.limits[example.com/gpu]: Invalid value: "1500m": must be an integer'],
  ],
  [
    withContainer({ resources: { requests: { "example.com/gpu": "1" } } }),
    ["spec.containers[0].resources.limits: Required value: Limit must be set for non overcommitable resources"],
  ],
  [
    withContainer({ resources: { requests: { "example.com/gpu": "1" }, limits: { "example.com/gpu": "2" } } }),
    ['spec.containers[0].resources.requests: Invalid value: "1": must be equal to example.com/gpu limit of 2'],
  ],
  [
    withContainer({ resources: { limits: { "hugepages-2Mi": "2Mi" } } }),
    ["spec.containers[0].resources: Forbidden: HugePages require cpu or memory"],
  ],
  [
    withContainer({ resources: { requests: { cpu: "1", "hugepages-2Mi": "3Mi" }, limits: { "hugepages-2Mi": "3Mi" } } }),
    [
      'spec.containers[0].resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
      'spec.containers[0].resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi',
    ],
  ],
  [
    withContainer({ resources: { requests: { cpu: "1" }, limits: { "hugepages-big": "1Gi" } } }),
    ['spec.containers[0].resources.limits[hugepages-big]: Invalid value: "1Gi": 1Gi is not positive integer multiple of hugepages-big'],
  ],
  [
    withContainer({ resources: { claims: [{ name: "gpu" }, { name: "" }] } }),
    [
      'spec.containers[0].resources.claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
      "spec.containers[0].resources.claims[1]: Required value",
    ],
  ],
  [
    withParts({ resourceClaims: [{ name: "gpu" }, { name: "", resourceClaimName: "a" }] }),
    [
      'spec.resourceClaims[0]: Invalid value: {"Name":"gpu","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      "spec.resourceClaims[1].name: Required value",
    ],
  ],
  [
    withParts({
      resourceClaims: [
        { name: "gpu", resourceClaimName: "a" },
        { name: "gpu", resourceClaimName: "a" },
      ],
    }),
    ['spec.resourceClaims[1].name: Duplicate value: "gpu"'],
  ],
  [
    withParts({ resources: { requests: { "example.com/gpu": "1" } } }),
    [
      'spec.resources.requests[example.com/gpu]: Unsupported value: "example.com/gpu": supported values: "cpu", "hugepages-", "memory"',
      "spec.resources.limits: Required value: Limit must be set for non overcommitable resources",
    ],
  ],
  [
    withParts({ resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } }),
    ['spec.resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  ],
])("refuses a resource amount or claim with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
