import { expect, it } from "vitest";
import { refusals, withContainer } from "../refusals.fixture.ts";

it.each<[Record<string, unknown>, readonly string[]]>([
  [withContainer({ ports: [{}] }), ["spec.containers[0].ports[0].containerPort: Required value"]],
  [withContainer({ ports: [{ containerPort: 0 }] }), ["spec.containers[0].ports[0].containerPort: Required value"]],
  [
    withContainer({ ports: [{ containerPort: 70000 }] }),
    ["spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive"],
  ],
  [
    withContainer({ ports: [{ containerPort: -1 }] }),
    ["spec.containers[0].ports[0].containerPort: Invalid value: -1: must be between 1 and 65535, inclusive"],
  ],
  [
    withContainer({ ports: [{ containerPort: 80, protocol: "ICMP" }] }),
    ['spec.containers[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"'],
  ],
  [
    withContainer({ ports: [{ containerPort: 80, hostPort: 70000 }] }),
    ["spec.containers[0].ports[0].hostPort: Invalid value: 70000: must be between 1 and 65535, inclusive"],
  ],
  [
    withContainer({
      ports: [
        { containerPort: 80, hostPort: 80 },
        { containerPort: 81, hostPort: 80 },
      ],
    }),
    ['spec.containers[0].ports[1].hostPort: Duplicate value: "TCP//80"'],
  ],
  [
    {
      containers: [
        { name: "agent", image: "agent:1", ports: [{ containerPort: 80, hostPort: 80 }] },
        { name: "other", image: "agent:1", ports: [{ containerPort: 80, hostPort: 80, hostIP: "" }] },
      ],
    },
    ['spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//80"'],
  ],
  [
    withContainer({ ports: [{ containerPort: 80, name: "Web" }] }),
    ['spec.containers[0].ports[0].name: Invalid value: "Web": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
  ],
  [
    withContainer({ ports: [{ containerPort: 80, name: "-a--b-" }] }),
    [
      'spec.containers[0].ports[0].name: Invalid value: "-a--b-": must not contain consecutive hyphens',
      'spec.containers[0].ports[0].name: Invalid value: "-a--b-": must not begin or end with a hyphen',
    ],
  ],
  [
    withContainer({ ports: [{ containerPort: 80, name: "0123456789012345" }] }),
    [
      'spec.containers[0].ports[0].name: Invalid value: "0123456789012345": must be no more than 15 characters',
      'spec.containers[0].ports[0].name: Invalid value: "0123456789012345": must contain at least one letter (a-z)',
    ],
  ],
  [
    withContainer({
      ports: [
        { containerPort: 80, name: "web" },
        { containerPort: 81, name: "web" },
      ],
    }),
    ['spec.containers[0].ports[1].name: Duplicate value: "web"'],
  ],
  [
    { containers: [{ name: "agent", image: "agent:1", ports: [{ containerPort: 80, hostPort: 81 }] }], hostNetwork: true },
    ["spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true"],
  ],
])("refuses a port with the API server's message: %j", (podSpec, lines) => {
  expect(refusals(podSpec)).toEqual(lines);
});
