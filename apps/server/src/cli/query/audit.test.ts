import { afterEach, expect, it } from "vitest";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { auditOn } from "./audit.ts";

let open: SimulatedCluster | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function audit(scenario: string, ...words: readonly string[]) {
  open ??= await simulatedCluster(scenario);
  const command = parseCommand(["audit", ...words], {}, "test");
  if (command.kind !== "audit") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const code = await auditOn(open.cluster, command.config, terminal);
  return { code, out: terminal.out(), warnings: terminal.warnings };
}

it("prints the most severe finding first, and fails only on request", async () => {
  const { code, out } = await audit("surge", "-A");
  const [header = "", first = ""] = out.split("\n");
  expect(header.split(/\s+/)).toEqual(["SEVERITY", "NAMESPACE", "NAME", "CHECK", "NODES", "REASON"]);
  expect(first).toMatch(/^high .* surgeHostPort /);
  expect(code).toBe(0);
});

it.each([
  ["high", 11],
  ["low", 11],
  ["surgeHostPort", 11],
  ["onDeleteDrift", 0],
])("--fail-on %s ends with %i", async (words, code) => {
  expect((await audit("surge", "-A", "--fail-on", words)).code).toBe(code);
});

it("reports that a namespace has no DaemonSets, instead of no findings", async () => {
  const { code, out, warnings } = await audit("surge", "-n", "empty");
  const warning = "No resources found in empty namespace. Use -A for all namespaces.";
  expect([code, out, warnings]).toEqual([0, "", [warning]]);
  expect((await audit("surge", "-n", "empty", "-o", "json")).warnings).toEqual([warning]);
});

it.each([["table"], ["json"], ["junit"]])("--fail-on fails as %s if there is nothing to audit", async (format) => {
  await expect(audit("surge", "-n", "empty", "--fail-on", "high", "-o", format)).rejects.toThrow(
    new UsageError("--fail-on has no DaemonSet to audit in namespace empty; use -A for all namespaces"),
  );
});

it("states what is true if no node has room for one more pod", async () => {
  const { out } = await audit("tour", "-A", "--workload", "cpu=9000", "--fail-on", "low");
  expect(out).toContain("on a full node, its next pod stays Pending; with one more pod (cpu=9k), each node still has room");
  expect(out).toContain("a new NoExecute taint can evict it from up to");
});

it("a remedy is a step that what-if accepts", async () => {
  const entries = JSON.parse((await audit("surge", "-A", "-o", "json")).out) as { remedy: { steps?: string } }[];
  const { parseSteps } = await import("@daemonscope/daemonset/actions/steps/parse-step");
  for (const { remedy } of entries) expect(parseSteps(remedy.steps ?? "").kind).toBe("steps");
});

it.each([
  ["--fail-on mdium", /does not know "mdium".* Did you mean medium\?/],
  ["--workload cpu", /--workload takes each RESOURCE=QUANTITY once, not "cpu"/],
  ["--workload cpu=1,cpu=2", /takes each RESOURCE=QUANTITY once, not "cpu=2"/],
  ["--costs -o name", /--costs has the outputs/],
])("%s is a usage error of one sentence", (words, message) => {
  expect(() => parseCommand(["audit", ...words.split(" ")], {}, "test")).toThrow(message);
});

it("--costs compares requests with the measured usage, and lists the nodes of one DaemonSet", async () => {
  const all = await audit("surge", "-A", "--costs");
  expect(all.out).toMatch(/^POOL +INSTANCE-TYPE +NODES +CPU REQUESTS /);
  const one = await audit("surge", "--costs", "ds/agent");
  expect(one.out).toContain("NODE ");
});
