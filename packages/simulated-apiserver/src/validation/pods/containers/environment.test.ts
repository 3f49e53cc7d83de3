import { expect, it } from "vitest";
import { refusals, withContainer } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [withContainer({ env: [{ name: "" }] }), ["spec.containers[0].env[0].name: Required value"]],
  [
    withContainer({ env: [{ name: "A=B" }] }),
    [
      "spec.containers[0].env[0].name: Invalid value: \"A=B\": a valid environment variable name must consist only of printable ASCII characters other than '='",
    ],
  ],
  [
    withContainer({ env: [{ name: "é" }] }),
    [
      "spec.containers[0].env[0].name: Invalid value: \"é\": a valid environment variable name must consist only of printable ASCII characters other than '='",
    ],
  ],
  [
    withContainer({ env: [{ name: "A", value: "x", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] }),
    ['spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty'],
  ],
  [
    withContainer({
      env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" }, configMapKeyRef: { name: "a", key: "b" } } }],
    }),
    ['spec.containers[0].env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time'],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.phase" } } }] }),
    [
      'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "" } } }] }),
    ["spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Required value"],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['a b']" } } }] }),
    [
      "spec.containers[0].env[0].valueFrom.fieldRef: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.annotations['A/B/C']" } } }] }),
    [
      "spec.containers[0].env[0].valueFrom.fieldRef: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels" } } }] }),
    [
      'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"',
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.gpu" } } }] }),
    [
      'spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "" } } }] }),
    ["spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Required value"],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "requests.memory", divisor: "3Mi" } } }] }),
    [
      'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "requests.memory": only divisor\'s values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the memory resource',
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { resourceFieldRef: { resource: "requests.ephemeral-storage", divisor: "1m" } } }] }),
    [
      'spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "requests.ephemeral-storage": only divisor\'s values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the local ephemeral storage resource',
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "A_b", key: "" } } }] }),
    [
      "spec.containers[0].env[0].valueFrom.configMapKeyRef.name: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.containers[0].env[0].valueFrom.configMapKeyRef.key: Required value",
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { secretKeyRef: { name: "a", key: ".." } } }] }),
    ["spec.containers[0].env[0].valueFrom.secretKeyRef.key: Invalid value: \"..\": must not be '..'"],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { fileKeyRef: { volumeName: "none", path: "../a", key: "A" } } }] }),
    [
      "spec.containers[0].env[0].valueFrom.fileKeyRef.path: Invalid value: \"../a\": must not contain '..'",
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Not found: "none"',
    ],
  ],
  [
    withContainer({ env: [{ name: "A", valueFrom: { fileKeyRef: { volumeName: "", path: "", key: "" } } }] }),
    [
      "spec.containers[0].env[0].valueFrom.fileKeyRef.key: Required value",
      "spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Required value",
      "spec.containers[0].env[0].valueFrom.fileKeyRef.path: Required value",
      'spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Not found: ""',
    ],
  ],
  [
    withContainer({ envFrom: [{ configMapRef: { name: "a" }, secretRef: { name: "b" } }] }),
    ['spec.containers[0].envFrom: Invalid value: "": may not have more than one field specified at a time'],
  ],
  [
    withContainer({ envFrom: [{ configMapRef: {} }, { secretRef: { name: "A_b" } }] }),
    [
      "spec.containers[0].envFrom[0].configMapRef.name: Required value",
      "spec.containers[0].envFrom[1].secretRef.name: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
])("refuses a variable with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
