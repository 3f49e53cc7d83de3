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
  ["serve --all-contexts --context a", /^use either --all-contexts or --context, not both$/],
  ["serve --all-contexts --simulate", /^use either --all-contexts or --simulate, not both$/],
  ["serve --context a --context b --user u", /^--user cannot be used with several contexts$/],
  ["serve --all-contexts --in-cluster", /^--in-cluster cannot be used with several contexts$/],
  ["serve --all-contexts --auth token", /^--auth token works with one cluster only: serve each cluster separately, or omit --auth$/],
  [
    "serve --all-contexts --webhook https://h/ --webhook-cluster c",
    /^--webhook-cluster cannot be used with several clusters: alerts name each cluster$/,
  ],
  ["explain --all-contexts", /^unknown flag for explain: --all-contexts \(it belongs to serve, status, pods, wait and diff\)$/],
  ["diff ds/x --context a", /two sides: --context A --context B/],
  ["diff --all-contexts", /diff needs a DaemonSet/],
  ["status --from f --all-contexts", /use either --all-contexts or --from FILE/],
])("%s is refused in one sentence", (line, message) => {
  expect(() => severalOf(line)).toThrow(UsageError);
  expect(() => severalOf(line)).toThrow(message);
});
