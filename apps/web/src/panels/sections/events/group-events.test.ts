import type { EventEntry } from "@daemonscope/shared/http/answers";
import { expect, test } from "vitest";
import { groupEvents } from "./group-events.ts";

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
  ...more,
});
const all = { type: undefined, find: "" };

test("merges equal events of pods of one DaemonSet into one row, with summed counts and both times", () => {
  const groups = groupEvents(
    [
      event("agent-aaaaa", { lastSeenMs: 30 }),
      event("agent-bbbbb", { firstSeenMs: 5, message: event("agent-bbbbb").message.replace("11111111", "99999999") }),
    ],
    all,
  );
  expect(groups).toHaveLength(1);
  expect(groups[0]).toMatchObject({ count: 4, firstSeenMs: 5, lastSeenMs: 30, first: { name: "agent-aaaaa" } });
  expect(groups[0]?.objects.map(({ name }) => name)).toEqual(["agent-aaaaa", "agent-bbbbb"]);
});

test.each([
  ["another DaemonSet", { daemonSet: "logging/other" }],
  ["another reason", { reason: "Failed" }],
  ["another message", { message: "something else" }],
  ["another type", { type: "Normal" }],
])("%s is a separate row", (_what, more) => {
  expect(groupEvents([event("agent-aaaaa"), event("agent-bbbbb", more)], all)).toHaveLength(2);
});

test.each([
  [{ type: "Normal", find: "" }, ["b"]],
  [{ type: undefined, find: "BACK-off kubelet" }, ["a"]],
  [{ type: undefined, find: "logging/b" }, ["b"]],
  [{ type: undefined, find: "nothing" }, []],
])("the filter %j keeps %j", (filter, names) => {
  const groups = groupEvents([event("a"), event("b", { type: "Normal", reason: "Pulled", message: "Pulled image" })], filter);
  expect(groups.map(({ first }) => first.name)).toEqual(names);
});

test("an unknown time does not affect known times", () => {
  const [group] = groupEvents([event("agent-aaaaa", { firstSeenMs: undefined }), event("agent-bbbbb", { lastSeenMs: undefined })], all);
  expect(group).toMatchObject({ firstSeenMs: 10, lastSeenMs: 20 });
});
