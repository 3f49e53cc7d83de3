import type { Json } from "@daemonscope/kube-client/decode/fields";
import { describe, expect, it } from "vitest";
import { mergeOperations } from "./merge-operations.ts";

const seen = (path: string, value: unknown) => ({ op: "test", path, value });
const AT = "/spec/template/metadata/annotations";
const restart: Json = { spec: { template: { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": "now" } } } } };
const affinity = { nodeAffinity: { required: { terms: [] } } };
const containers = [
  { name: "side", image: "s" },
  { name: "agent", image: "a", ports: [{ containerPort: 80 }, { containerPort: 80, protocol: "UDP" }] },
];

const CASES: readonly (readonly [string, Json, Json, readonly object[]])[] = [
  [
    "creates the path to a field if it is missing",
    { spec: { template: { metadata: {} } } },
    restart,
    [seen(AT, null), { op: "add", path: AT, value: { "kubectl.kubernetes.io/restartedAt": "now" } }],
  ],
  [
    "adds a field next to others, and tests its old value",
    { spec: { template: { metadata: { annotations: { a: "b", "kubectl.kubernetes.io/restartedAt": "then" } } } } },
    restart,
    [
      seen(`${AT}/kubectl.kubernetes.io~1restartedAt`, "then"),
      { op: "add", path: `${AT}/kubectl.kubernetes.io~1restartedAt`, value: "now" },
    ],
  ],
  ["skips an equal value", { spec: { a: 1 } }, { spec: { a: 1 } }, []],
  ["null removes a field", { spec: { a: 1 } }, { spec: { a: null, b: null } }, [seen("/spec/a", 1), { op: "remove", path: "/spec/a" }]],
  [
    "removes nothing from a missing branch",
    { spec: {} },
    { spec: { affinity: { ...affinity, gone: null } } },
    [seen("/spec/affinity", null), { op: "add", path: "/spec/affinity", value: affinity }],
  ],
  [
    "finds a container by its name",
    { containers },
    { containers: [{ name: "agent", resources: { requests: { cpu: "1" } } }] },
    [
      seen("/containers/1/name", "agent"),
      seen("/containers/1/resources", null),
      { op: "add", path: "/containers/1/resources", value: { requests: { cpu: "1" } } },
    ],
  ],
  [
    "finds a port by number and protocol, with TCP as default",
    { containers },
    { containers: [{ name: "agent", ports: [{ containerPort: 80, protocol: "TCP", hostPort: 80 }] }] },
    [
      seen("/containers/1/name", "agent"),
      seen("/containers/1/ports/0/containerPort", 80),
      seen("/containers/1/ports/0/hostPort", null),
      { op: "add", path: "/containers/1/ports/0/hostPort", value: 80 },
    ],
  ],
  [
    "appends a new element",
    { containers },
    { containers: [{ name: "new", image: "n" }] },
    [{ op: "add", path: "/containers/-", value: { name: "new", image: "n" } }],
  ],
];

describe("converts a strategic merge into a patch with tests", () => {
  it.each(CASES)("%s", (_words, object, patch, operations) => {
    expect(mergeOperations(object, patch)).toEqual(operations);
  });
});
