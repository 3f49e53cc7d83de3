import type { NodeCause } from "@daemonscope/daemonset/rollout/concern/derive-causes";
import { groupCauses } from "@daemonscope/daemonset/rollout/concern/derive-causes.fixture";
import { expect, it } from "vitest";
import { english } from "../english.ts";
import { causeOnNodes } from "./cause-on-nodes.ts";
import { shortImage } from "./cause-text.ts";

it.each([
  ["agent", "agent"],
  ["quay.io/logs/agent:2", "agent:2"],
  ["registry:5000/agent", "agent"],
  ["registry:5000/a/agent:v1@sha256:0123456789abcdef0123456789abcdef", "agent:v1@0123456789ab"],
  ["", ""],
])("an image is named without its registry: %s", (image, short) => {
  expect(shortImage(image)).toBe(short);
});

it.each([
  [{ kind: "imageFailed", reason: "ImagePullBackOff", subject: "quay.io/agent:2" }, 3, "image agent:2 cannot be pulled on 3 nodes"],
  [{ kind: "imageFailed", reason: "ImagePullBackOff" }, 1, "ImagePullBackOff on 1 node"],
  [{ kind: "nodeNotReady" }, 2, "2 nodes NotReady"],
  [{ kind: "noPod" }, 1, "no pod on 1 node"],
] as const)("states a cause first, then the number of nodes: %j", (cause, count, expected) => {
  expect(causeOnNodes(english, cause, count)).toBe(expected);
});

it.each([
  [[9100], "host port 9100 is taken on 4 nodes"],
  [[80, 443], "one of host ports 80, 443 is taken on 4 nodes"],
  [[], "its host port is taken on 4 nodes"],
])("a refusal because of a taken host port names the port: %j", (ports, expected) => {
  expect(causeOnNodes(english, { kind: "portHeld", reason: "node(s) didn't have free ports for the requested pod ports" }, 4, ports)).toBe(
    expected,
  );
});

it("R13 groups nodes by the image that they cannot pull", () => {
  const failing = (image: string): NodeCause => ({
    state: "failing",
    cause: { kind: "imageFailed", reason: "ImagePullBackOff", subject: image },
    sinceMs: 0,
    patience: "never",
  });
  const groups = groupCauses([
    ["n1", failing("agent:1")],
    ["n2", failing("agent:2")],
    ["n3", failing("agent:2")],
  ]);
  expect(groups.map(({ count, nodes }) => [count, nodes])).toEqual([
    [2, ["n2", "n3"]],
    [1, ["n1"]],
  ]);
});
