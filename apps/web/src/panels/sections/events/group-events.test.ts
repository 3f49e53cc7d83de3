import type { EventEntry } from "@daemonscope/shared/http/answers";
import { expect, test } from "vitest";
import { plainCellStyle } from "../../../data/cell/cell-style.ts";
import { eventIcon } from "./event-icon.ts";
import { groupEvents, nameOfGroup } from "./group-events.ts";

const event = (name: string, more: Partial<EventEntry> = {}): EventEntry => ({
  uid: name,
  type: "Warning",
  reason: "BackOff",
  message: `Back-off restarting failed container agent in pod ${name}_logging(11111111-2222-3333-4444-555555555555)`,
  count: 2,
  firstSeenMs: 10,
  lastSeenMs: 20,
  kind: "Pod",
  namespace: "logging",
  name,
  component: "kubelet",
  daemonSet: "logging/agent",
  node: `node-of-${name}`,
  ...more,
});

test("merges equal events of pods of one DaemonSet into one row, with summed counts and the newest time", () => {
  const { warnings } = groupEvents(
    [
      event("agent-aaaaa", { lastSeenMs: 30 }),
      event("agent-bbbbb", { message: event("agent-bbbbb").message.replace("11111111", "99999999") }),
    ],
    "",
  );
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ count: 4, lastSeenMs: 30, first: { name: "agent-aaaaa" } });
  expect(warnings[0]?.objects.map(({ name }) => name)).toEqual(["agent-aaaaa", "agent-bbbbb"]);
});

test("a short message of the kubelet names its group, because all these events are `Failed`", () => {
  const messages = ["Failed to pull image", "Error: ErrImagePull", "Error: ImagePullBackOff"];
  const { warnings } = groupEvents(
    messages.map((message, at) => event(`agent-${at}`, { reason: "Failed", message })),
    "",
  );
  expect(warnings.map(nameOfGroup)).toEqual(["Failed", "ErrImagePull", "ImagePullBackOff"]);
});

test("N2 merges failed pods of a DaemonSet by node, without those that a shutdown ended", () => {
  const deleted = (pod: string, node: string) => {
    const message = `Found failed daemon pod logging/${pod} on node ${node}, will try to kill it`;
    return event("agent", { uid: pod, reason: "FailedDaemonPod", kind: "DaemonSet", message, node });
  };
  const shutdown = event("agent-ccccc", { reason: "NodeShutdown", message: "Pod was rejected as the node is shutting down.", node: "n3" });
  const { warnings } = groupEvents(
    [deleted("agent-bbbbb", "n1"), deleted("agent-dddgd", "n2"), shutdown, deleted("agent-ccccc", "n3")],
    "",
  );
  expect(warnings.map(({ first, objects }) => [first.reason, objects.map(({ node }) => node)])).toEqual([
    ["FailedDaemonPod", ["n1", "n2"]],
    ["NodeShutdown", ["n3"]],
  ]);
});

test("N2 draws the deletions of pods that a shutdown ended like the shutdown, apart from other failures", () => {
  const deleted = (pod: string, node: string) => {
    const message = `Found failed daemon pod logging/${pod} on node ${node}, will try to kill it`;
    return event("agent", { uid: pod, reason: "FailedDaemonPod", kind: "DaemonSet", message, node });
  };
  const rejected = event("agent-ccccc", { reason: "NodeShutdown", message: "Pod was rejected as the node is shutting down.", node: "n3" });
  const { warnings } = groupEvents([deleted("agent-bbbbb", "n1"), deleted("agent-ddddd", "n3"), rejected], "");
  const looks = Object.fromEntries(warnings.map((group) => [group.objects[0]?.node + group.first.reason, eventIcon(group)]));
  expect(looks.n3FailedDaemonPod).toEqual(looks.n3NodeShutdown);
  expect(looks.n1FailedDaemonPod).toEqual(plainCellStyle("failing"));
});

test("a row has the words that all of its messages share", () => {
  const messageOf = (reason: string, messages: readonly string[]) => {
    const { normal, warnings } = groupEvents(
      messages.map((message, at) => event("agent", { uid: `${at}`, reason, kind: "DaemonSet", message, node: `n${at}` })),
      "",
    );
    return [...warnings, ...normal].map((group) => group.message);
  };
  const failed = (pod: string, node: string) => `Found failed daemon pod logging/${pod} on node ${node}, will try to kill it`;
  expect(messageOf("FailedDaemonPod", [failed("agent-bbbbb", "n0"), failed("agent-ddddd", "n1")])).toEqual([
    "Found failed daemon pod, will try to kill it",
  ]);
  expect(messageOf("FailedDaemonPod", [failed("agent-bbbbb", "n0")])).toEqual([failed("agent-bbbbb", "n0")]);
  expect(messageOf("SuccessfulDelete", ["(combined from similar events): Deleted pod: agent-bbbbb"])).toEqual(["Deleted pod: …"]);
  expect(messageOf("Scheduled", ["Successfully assigned x/agent-bbbbb to n8", "Successfully assigned x/agent-bbbbb to n9"])).toEqual([
    "Successfully assigned x/agent-bbbbb to …",
  ]);
});

test("lists a warning that only repeats a reason after those that explain it", () => {
  const [pull, short] = ["Failed to pull image: not found", "Error: ErrImagePull"];
  const { warnings } = groupEvents([event("agent-aaaaa", { message: short, count: 9 }), event("agent-aaaaa", { message: pull })], "");
  expect(warnings.map(({ first }) => first.message)).toEqual([pull, short]);
});

test("names an object once, with the sum of its events", () => {
  const [group] = groupEvents([event("agent-aaaaa"), event("agent-aaaaa", { uid: "other", count: 3 })], "").warnings;
  expect(group?.objects.map(({ name, count }) => [name, count])).toEqual([["agent-aaaaa", 5]]);
});

test.each([
  [
    "the node",
    "Successfully assigned logging/agent-aaaaa to node-of-agent-aaaaa",
    "Successfully assigned logging/agent-bbbbb to node-of-agent-bbbbb",
  ],
  ["durations", 'Pulled image "a:4.1.1" in 532ms (1m2.5s including waiting)', 'Pulled image "a:4.1.1" in 1.353s (2s including waiting)'],
  ["pods that the DaemonSet created", "Created pod: fluent-bit-hv69j", "Created pod: fluent-bit-xz86x"],
  ["IP addresses", "Get http://10.0.0.1:80: refused", "Get http://10.0.11.12:80: refused"],
])("ignores %s in a message", (_what, one, other) => {
  expect(groupEvents([event("agent-aaaaa", { message: one }), event("agent-bbbbb", { message: other })], "").warnings).toHaveLength(1);
});

test.each([
  ["another DaemonSet", { daemonSet: "logging/other" }],
  ["another reason", { reason: "Failed" }],
  ["another message", { message: "something else" }],
  ["another image", { message: event("agent-bbbbb").message.replace("agent in", "agent:2 in") }],
])("%s is a separate row", (_what, more) => {
  expect(groupEvents([event("agent-aaaaa"), event("agent-bbbbb", more)], "").warnings).toHaveLength(2);
});

test("separates warnings, the most frequent first, from other events, newest first", () => {
  const { warnings, normal } = groupEvents(
    [
      event("a", { reason: "Failed" }),
      event("b", { count: 9 }),
      event("c", { type: "Normal" }),
      event("d", { type: "Normal", reason: "X" }),
    ],
    "",
  );
  expect(warnings.map(({ first }) => first.name)).toEqual(["b", "a"]);
  expect(normal.map(({ first }) => first.name)).toEqual(["c", "d"]);
});

test.each([
  ["BACK-off kubelet", ["a"]],
  ["logging/b", ["b"]],
  ["nothing", []],
])("the text %j matches %j", (find, names) => {
  const { warnings, normal } = groupEvents([event("a"), event("b", { type: "Normal", reason: "Pulled", message: "Pulled image" })], find);
  expect([...warnings, ...normal].map(({ first }) => first.name)).toEqual(names);
});

test("an unknown time does not affect known times", () => {
  const [group] = groupEvents([event("agent-aaaaa"), event("agent-bbbbb", { lastSeenMs: undefined })], "").warnings;
  expect(group).toMatchObject({ lastSeenMs: 20 });
});

test("a namespace with its slash finds the events of that namespace only", () => {
  const events = [
    event("agent-aaaaa"),
    event("agent-bbbbb", { namespace: "old-logging" }),
    event("node-1", { kind: "Node", namespace: "" }),
  ];
  const names = (find: string) => groupEvents(events, find).warnings.flatMap(({ objects }) => objects.map(({ name }) => name));
  expect(names("logging/")).toEqual(["agent-aaaaa"]);
  expect(names("logging/agent")).toEqual(["agent-aaaaa", "agent-bbbbb"]);
});
