import { expect, test } from "vitest";
import { COMMANDS } from "../flags/commands.ts";
import type { Flag } from "../flags/flag.ts";
import { FLAGS } from "../flags/flags.ts";
import { type CompletionCandidate, completeAt, type ListNames } from "./completions.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  scenarios: ["surge", "static-pods"],
  contexts: ["prod", "test"],
  clusters: ["c"],
  daemonsets: ["cilium", "dcgm"],
  nodes: ["worker-1", "worker-2"],
  namespaces: ["kube-system", "logging"],
  daemonSetKeys: ["kube-system/cilium", "gpu/dcgm"],
  users: ["u"],
};
const listNames: ListNames = async ({ source }): Promise<readonly CompletionCandidate[]> => (NAMES[source] ?? []).map((word) => ({ word }));
/** Completes a line up to the cursor. */
const completionsAt = (line: string) => completeAt(line.split(" "), listNames);
const wordsAt = async (line: string) => (await completionsAt(line)).candidates.map(({ word }) => word);

test("completes the first word with commands and their descriptions", async () => {
  const { candidates } = await completionsAt("");
  expect(candidates.map(({ word }) => word)).toEqual([...COMMANDS]);
  expect(candidates.every(({ about }) => about !== undefined)).toBe(true);
  expect(await wordsAt("st")).toEqual(["status"]);
});

test.each([
  ["status -o ", ["table", "wide", "json", "yaml", "name", "jsonpath=", "custom-columns=", "github", "junit", "markdown"]],
  ["what-if -o ", ["table", "json", "yaml", "github", "junit", "markdown"]],
  ["explain -o g", ["github"]],
  ["status --output j", ["json", "jsonpath=", "junit"]],
  ["status -o=j", ["-o=json", "-o=jsonpath=", "-o=junit"]],
  ["wait -o=j", ["-o=json", "-o=junit"]],
  ["version -o y", ["yaml"]],
  ["wait --for ", ["complete", "updated"]],
  ["--log-level de", ["debug"]],
  ["--context ", ["prod", "test"]],
  ["status --context=p", ["--context=prod"]],
  ["status ", ["ds/cilium", "ds/dcgm"]],
  ["status -A c", ["cilium"]],
  ["wait d", ["dcgm", "ds/cilium", "ds/dcgm"]],
  ["wait ds/d", ["ds/dcgm"]],
  ["explain daemonset/c", ["daemonset/cilium"]],
  ["explain daemonset ", ["cilium", "dcgm"]],
  ["explain ds/cilium --node ", ["worker-1", "worker-2"]],
  ["status -n ", ["kube-system", "logging"]],
  ["--namespace=l", ["--namespace=logging"]],
  ["what-if unc", ["uncordon"]],
  ["what-if taint ", ["worker-1", "worker-2"]],
  ["what-if cordon worker-1 ", ["worker-2"]],
  ["what-if --cordon ", ["worker-1", "worker-2"]],
  ["what-if set-image g", ["gpu/dcgm"]],
  ["what-if set ", ["image"]],
  ["what-if ro", ["rollout"]],
  ["what-if rollout ", ["restart", "undo"]],
  ["what-if set image ", ["ds/cilium", "ds/dcgm"]],
  ["what-if rollout restart ds/", ["ds/cilium", "ds/dcgm"]],
  ["what-if restart ds/c", ["ds/cilium"]],
  ["what-if drain ", ["worker-1", "worker-2"]],
  ["what-if delete-pods ", ["kube-system", "logging"]],
  ["what-if join 3 like ", ["worker-1", "worker-2"]],
  ["help wa", ["wait"]],
  ["--cluster ", ["c"]],
  ["--user ", ["u"]],
  ["serve --simulate=s", ["--simulate=surge", "--simulate=static-pods"]],
  ["simulate su", ["surge"]],
  ["completion ", ["bash", "zsh", "fish"]],
  ["explain --feature-gate T", ["TaintTolerationComparisonOperators=true"]],
])("after %j offers the possible values", async (line, words) => {
  expect(await wordsAt(line)).toEqual(words);
});

test.each([
  ["explain --nodes ", true],
  ["explain --daemonset=a", true],
  ["simulate --write-kubeconfig ", true],
  // For a simulated cluster, --nodes is a number.
  ["serve --nodes ", false],
  ["status --kubeconfig ", true],
  ["status ", false],
])("after %j offers files: %s", async (line, withFiles) => {
  expect((await completionsAt(line)).withFiles).toBe(withFiles);
});

test("offers a flag of the command once, unless it is repeatable", async () => {
  expect(await wordsAt("wait --ti")).toEqual(["--timeout"]);
  expect(await wordsAt("status --ti")).toEqual(["--timestamps"]);
  expect(await wordsAt("status -A --all-n")).toEqual([]);
  expect(await wordsAt("status --as-group=a --as-g")).toEqual(["--as-group"]);
  for (const command of COMMANDS) {
    const known = (FLAGS as readonly Flag[])
      .filter((flag) => flag.commands.includes(command) && flag.help !== undefined)
      .map(({ name }) => `--${name}`);
    expect((await wordsAt(`${command} --`)).filter((word) => !word.endsWith("="))).toEqual(known);
  }
});

test("offers a flag with an optional value with and without =, and lets the shell add a space", async () => {
  expect([await wordsAt("--sim"), (await completionsAt("--sim")).isOpen]).toEqual([["--simulate", "--simulate="], false]);
  expect((await completionsAt("--simulate=")).isOpen).toBe(false);
  expect(await wordsAt("serve --simulate ")).toEqual([]);
});

test("does not read the value of a flag as a command, at any position", async () => {
  expect(await wordsAt("--context status ")).toEqual([...COMMANDS]);
  expect(await wordsAt("--context prod status --wat")).toEqual(["--watch"]);
});

test("offers nothing after wrong words, without an error", async () => {
  for (const line of [
    "nonsense ",
    "--nonsense=",
    "status --watch=",
    "explain --for ",
    "simulate a ",
    "completion bash ",
    "status pod/",
    "wait pod ",
    "wait ds/cilium ",
    "wait ds cilium ",
    "= = =",
    "what-if nonsense ",
    "what-if taint worker-1 a=b:NoExecute ",
    "what-if undo gpu/dcgm ",
    "help wait ",
  ])
    expect((await completionsAt(line)).candidates).toEqual([]);
});

test.each(["status ds/cilium ds/", "pods cilium ds/", "explain ds cilium "])("offers another DaemonSet after %j", async (line) => {
  expect((await completionsAt(line)).candidates.length).toBeGreaterThan(0);
});
