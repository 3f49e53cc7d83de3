import { expect, test } from "vitest";
import { jointsOf } from "./Jointed.tsx";

test.each([
  ["a short text", ["a ", "short ", "text"]],
  ["app=ironman", ["app=ironman"]],
  ["NotReady for 2.5 s", ["NotReady ", "for ", "2.5 ", "s"]],
  ["node.kubernetes.io/instance-type=m5.large", ["node.", "kubernetes.", "io/", "instance-type=", "m5.", "large"]],
  ['lacks example.com/tier-of-the-platform=""', ["lacks ", "example.", "com/", "tier-of-the-platform=", '""']],
  ["dedicated_to_a_team=data:NoSchedule not tolerated", ["dedicated_", "to_", "a_", "team=", "data:", "NoSchedule ", "not ", "tolerated"]],
  ["https://registry.example.com/agent", ["https://", "registry.", "example.", "com/", "agent"]],
  ["", [""]],
])("%s breaks after its joints without loss", (text, parts) => {
  expect(jointsOf(text)).toEqual(parts);
  expect(jointsOf(text).join("")).toBe(text);
});
