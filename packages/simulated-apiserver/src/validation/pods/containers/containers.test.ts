import { expect, it } from "vitest";
import { refusals, withContainer, withParts } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [{}, ["spec.containers: Required value"]],
  [{ containers: [{}] }, ["spec.containers[0].name: Required value", "spec.containers[0].image: Required value"]],
  [
    {
      containers: [
        { name: "agent", image: "agent:1" },
        { name: "agent", image: "agent:1" },
      ],
    },
    ['spec.containers[1].name: Duplicate value: "agent"'],
  ],
  [
    { containers: [{ name: "Agent", image: "agent:1" }] },
    [
      "spec.containers[0].name: Invalid value: \"Agent\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ],
  ],
  [{ containers: [{ name: "my.agent", image: "agent:1" }] }, ['spec.containers[0].name: Invalid value: "my.agent": must not contain dots']],
  [
    { containers: [{ name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", image: "agent:1" }] },
    [
      'spec.containers[0].name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters',
    ],
  ],
  [{ containers: [{ name: "agent", image: "" }] }, ["spec.containers[0].image: Required value"]],
  [
    withContainer({ imagePullPolicy: "Sometimes" }),
    ['spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"'],
  ],
  [
    withContainer({ terminationMessagePolicy: "Screen" }),
    ['spec.containers[0].terminationMessagePolicy: Unsupported value: "Screen": supported values: "File", "FallbackToLogsOnError"'],
  ],
  [
    withContainer({ restartPolicy: "Sometimes" }),
    ['spec.containers[0].restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "Never", "OnFailure"'],
  ],
  [
    withContainer({ restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [1] } }] }),
    ["spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used"],
  ],
  [
    withContainer({
      restartPolicy: "Never",
      restartPolicyRules: [{ action: "Stop" }, { action: "Restart", exitCodes: { operator: "Is", values: [1] } }],
    }),
    [
      'spec.containers[0].restartPolicyRules[0].action: Unsupported value: "Stop": supported values: "Restart", "RestartAllContainers"',
      "spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified",
      'spec.containers[0].restartPolicyRules[1].exitCodes.operator: Unsupported value: "Is": supported values: "In", "NotIn"',
    ],
  ],
  [
    withContainer({ resizePolicy: [{ resourceName: "disk", restartPolicy: "Maybe" }] }),
    [
      'spec.containers[0].resizePolicy: Unsupported value: "disk": supported values: "cpu", "memory"',
      'spec.containers[0].resizePolicy: Unsupported value: "Maybe": supported values: "NotRequired", "RestartContainer"',
    ],
  ],
  [
    withContainer({
      resizePolicy: [
        { resourceName: "cpu", restartPolicy: "NotRequired" },
        { resourceName: "cpu", restartPolicy: "NotRequired" },
      ],
    }),
    ['spec.containers[0].resizePolicy[1]: Duplicate value: "cpu"'],
  ],
  [withParts({ initContainers: [{ name: "agent", image: "first:1" }] }), ['spec.initContainers[0].name: Duplicate value: "agent"']],
  [withParts({ initContainers: [{ name: "first", image: "" }] }), ["spec.initContainers[0].image: Required value"]],
  [
    withParts({ initContainers: [{ name: "first", image: "first:1", restartPolicy: "Sometimes" }] }),
    ['spec.initContainers[0].restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "Never", "OnFailure"'],
  ],
  [
    withParts({
      initContainers: [{ name: "first", image: "first:1", restartPolicy: "Always", livenessProbe: {}, lifecycle: { preStop: {} } }],
    }),
    [
      "spec.initContainers[0].lifecycle.preStop: Required value: must specify a handler type",
      "spec.initContainers[0].livenessProbe: Required value: must specify a handler type",
    ],
  ],
  [
    withParts({
      initContainers: [{ name: "first", image: "first:1", resizePolicy: [{ resourceName: "cpu", restartPolicy: "RestartContainer" }] }],
    }),
    [
      "spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: \"RestartContainer\": must not be set to 'RestartContainer' for non-sidecar initContainers",
    ],
  ],
  [
    withParts({
      initContainers: [
        {
          name: "first",
          image: "first:1",
          ports: [
            { containerPort: 80, hostPort: 80 },
            { containerPort: 81, hostPort: 80 },
          ],
        },
      ],
    }),
    ['spec.initContainers[0].ports[1].hostPort: Duplicate value: "TCP//80"'],
  ],
])("refuses a container with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
