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
    "the way to a field is made where there is none",
    { spec: { template: { metadata: {} } } },
    restart,
    [seen(AT, null), { op: "add", path: AT, value: { "kubectl.kubernetes.io/restartedAt": "now" } }],
  ],
  [
    "a field beside others is added, and what it was is tested",
    { spec: { template: { metadata: { annotations: { a: "b", "kubectl.kubernetes.io/restartedAt": "then" } } } } },
    restart,
    [
      seen(`${AT}/kubectl.kubernetes.io~1restartedAt`, "then"),
      { op: "add", path: `${AT}/kubectl.kubernetes.io~1restartedAt`, value: "now" },
    ],
  ],
  ["what is so already is left alone", { spec: { a: 1 } }, { spec: { a: 1 } }, []],
  ["null takes a field off", { spec: { a: 1 } }, { spec: { a: null, b: null } }, [seen("/spec/a", 1), { op: "remove", path: "/spec/a" }]],
  [
    "of a branch that is not there nothing is taken off",
    { spec: {} },
    { spec: { affinity: { ...affinity, gone: null } } },
    [seen("/spec/affinity", null), { op: "add", path: "/spec/affinity", value: affinity }],
  ],
  [
    "a container is found by its name",
    { containers },
    { containers: [{ name: "agent", resources: { requests: { cpu: "1" } } }] },
    [
      seen("/containers/1/name", "agent"),
      seen("/containers/1/resources", null),
      { op: "add", path: "/containers/1/resources", value: { requests: { cpu: "1" } } },
    ],
  ],
  [
    "a port by its number and protocol, which is TCP where none is written",
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
    "one that is not there is put behind the others",
    { containers },
    { containers: [{ name: "new", image: "n" }] },
    [{ op: "add", path: "/containers/-", value: { name: "new", image: "n" } }],
  ],
];

describe("a strategic merge becomes a patch with tests", () => {
  it.each(CASES)("%s", (_words, object, patch, operations) => {
    expect(mergeOperations(object, patch)).toEqual(operations);
  });
});
