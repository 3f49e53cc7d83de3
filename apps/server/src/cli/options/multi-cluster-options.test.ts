import { expect, test } from "vitest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { parseCommand } from "./parse-command.ts";

const severalOf = (line: string) => {
  const command = parseCommand(line.split(" "), {}, "test");
  return "config" in command && "several" in command.config ? command.config.several : undefined;
};

test.each([
  ["serve --context a", undefined],
  ["serve --simulate=tour", undefined],
  ["serve --kubeconfig f", undefined],
  ["serve --context a --context b", { kind: "contexts", kubeconfigs: [], contexts: ["a", "b"] }],
  ["serve --all-contexts", { kind: "contexts", kubeconfigs: [], contexts: "all" }],
  ["serve --kubeconfig f --kubeconfig g", { kind: "contexts", kubeconfigs: ["f", "g"], contexts: "current" }],
  ["status -A --kubeconfig f --all-contexts", { kind: "contexts", kubeconfigs: ["f"], contexts: "all" }],
  ["wait ds/x --context a --context b", { kind: "contexts", kubeconfigs: [], contexts: ["a", "b"] }],
  ["serve --simulate=a --simulate=b", { kind: "simulated", scenarios: ["a", "b"] }],
])("%s", (line, several) => {
  expect(severalOf(line)).toEqual(several);
});

test.each([
  ["serve --all-contexts --context a", /contradict each other/],
  ["serve --all-contexts --simulate", /simulated one/],
  ["serve --context a --context b --user u", /^--user is about one cluster/],
  ["serve --all-contexts --in-cluster", /^--in-cluster is about one cluster/],
  ["serve --all-contexts --auth token", /^--auth token checks users and their rights in one cluster/],
  ["serve --all-contexts --webhook https://h/ --webhook-cluster c", /^--webhook-cluster is the name of one cluster/],
  ["explain --all-contexts", /is no flag of explain/],
  ["diff ds/x --context a", /two sides: --context A --context B/],
  ["diff --all-contexts", /diff needs a DaemonSet/],
  ["status --from f --all-contexts", /use either --all-contexts or --from FILE/],
])("%s is refused in one sentence", (line, message) => {
  expect(() => severalOf(line)).toThrow(UsageError);
  expect(() => severalOf(line)).toThrow(message);
});
