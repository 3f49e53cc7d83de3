import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StatusEntry } from "@daemonscope/words/answers/status-entry";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { parseCommand } from "../options/parse-command.ts";
import { explainOn } from "../query/explain.ts";
import { status, statusReport } from "../query/status.ts";
import { whatIf } from "../query/what-if.ts";
import { simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { recordOn } from "./record.ts";

const NAME = "fluentd-elasticsearch";
const folder = mkdtempSync(join(tmpdir(), "daemonscope-asked-"));
const file = join(folder, "night.dslog");
/** Queries, with their answers during the recording. */
const QUERIES = [
  ["status", "-A"],
  ["status", `ds/${NAME}`, "-n", "kube-system"],
  ["status", "-A", "-o", "wide"],
  ["status", "-A", "-o", "json"],
  ["explain", "-A"],
  ["explain", `ds/${NAME}`, "-n", "kube-system", "--node", "worker-02"],
  ["explain", "-A", "-o", "json"],
] as const;
const answers = new Map<string, { readonly text: string; readonly warnings: readonly string[] }>();
let recordedAt = "";

async function runQuery(words: readonly string[], cluster?: OpenCluster) {
  const command = parseCommand(words, {}, "test");
  const terminal = capturedTerminal();
  if (command.kind === "status")
    await (cluster === undefined ? status(command.config, terminal) : statusReport(cluster, command.config, terminal));
  else if (command.kind === "what-if") await whatIf(command.config, terminal);
  else if (command.kind === "explain")
    await explainOn(
      () =>
        cluster === undefined
          ? Promise.reject(new Error("asked a cluster"))
          : Promise.resolve({ ...cluster, close: () => Promise.resolve() }),
      command.config,
      terminal,
    );
  return terminal;
}

beforeAll(async () => {
  const { cluster, simulator, close } = await simulatedCluster("bad-image");
  const command = parseCommand(["record", file], {}, "test");
  if (command.kind !== "record") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const ended = recordOn(cluster, command.config, terminal);
  await vi.waitUntil(() => terminal.warnings.some((line) => line.startsWith("recording")), { timeout: 10_000 });
  /** Advances time until the recording has the cluster's state. */
  const pass = async (ms: number) => {
    simulator.clock.advance(ms);
    recordedAt = new Date(simulator.clock.nowMs()).toISOString();
    const live = (await runQuery(["status", "-A", "-o", "json"], cluster)).out();
    const reported = (text: string) => (JSON.parse(text) as readonly StatusEntry[]).map((each) => [each.resourceVersion, each.derived]);
    const seen = async () => {
      const recorded = await runQuery(["status", "-A", "-o", "json", "--from", file, "--at", recordedAt]).catch(() => undefined);
      return recorded !== undefined && JSON.stringify(reported(recorded.out())) === JSON.stringify(reported(live));
    };
    await vi.waitUntil(seen, { timeout: 10_000 });
  };
  await pass(30_000);
  await pass(60_000);
  for (const words of QUERIES) {
    const { out, warnings } = await runQuery(words, cluster);
    answers.set(words.join(" "), { text: out(), warnings });
  }
  simulator.clock.advance(3_600_000);
  terminal.end();
  await ended;
  await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("queries of a recording", () => {
  it.each(QUERIES.map((words) => words.join(" ")))("L2 answers %s like the cluster at that time, with the time", async (words) => {
    const terminal = await runQuery([...words.split(" "), "--from", file, "--at", recordedAt]);
    const mark = `as of ${recordedAt} (recorded), SIMULATED cluster "bad-image"`;
    const { text: live = "", warnings = [] } = answers.get(words) ?? {};
    expect(terminal.warnings).toEqual([`${mark}.`, ...warnings]);
    if (words.endsWith("json")) {
      const dated = (JSON.parse(live) as readonly object[]).map((entry) => ({ ...entry, asOf: recordedAt }));
      expect(JSON.parse(terminal.out())).toEqual(dated);
    } else if (words.includes("--node")) expect(terminal.out().startsWith(live)).toBe(true);
    else expect(terminal.out()).toBe(live);
  });
  it("W10 prints how the pod of one node was created, as observed, but not in machine output", async () => {
    const words = ["explain", `ds/${NAME}`, "-n", "kube-system", "--node", "worker-02", "--from", file, "--at", recordedAt];
    const [, trail = ""] = (await runQuery(words)).out().split("  how it got here, as it was watched:\n");
    const steps = trail
      .trimEnd()
      .split("\n")
      .map((line) => line.trim().replace(/^(\S+Z|time unknown) +/, ""));
    expect(steps.slice(0, 2)).toEqual(["revision 2", "old pod deleted (at once)"]);
    expect(trail).toMatch(/Z +sandbox.*\n {4}not yet +pulled: ImagePullBackOff\n {4}not yet +started\n/);
    expect((await runQuery([...words, "-o", "wide"])).out()).not.toContain("how it got here");
  });
  it("without a time it uses the end", async () => {
    const answer = await runQuery(["status", "-A", "--from", file]);
    expect(answer.warnings).toEqual([expect.stringMatching(/^as of 2026-01-05T13:01:3\S+ \(recorded\)/)]);
  });
  it("an age counts from its end, and a zone is the zone of the answer", async () => {
    const ago = await runQuery(["status", "-A", "--from", file, "--at", "-30m", "-o", "json"]);
    const [{ asOf } = { asOf: "" }] = JSON.parse(ago.out()) as readonly { readonly asOf: string }[];
    expect(asOf).toMatch(/^2026-01-05T12:31:3\d/);
    const zoned = await runQuery(["status", "-A", "--from", file, "--at", "21:30+09:00"]);
    expect(zoned.warnings).toEqual([expect.stringMatching(/^as of 2026-01-05T21:30:00\+09:00 \(recorded\)/)]);
  });
  it("without a DaemonSet in the namespace it names the time and the namespaces of the recording", async () => {
    const { warnings } = await runQuery(["status", "--from", file]);
    expect(warnings).toEqual([
      expect.stringMatching(/^as of /),
      "No resources found in default namespace. The recording has DaemonSets in namespace kube-system: use -n or -A.",
    ]);
  });
  it("L4 answers from the readable part of a torn recording, with a warning", async () => {
    const torn = join(folder, "torn.dslog");
    writeFileSync(torn, readFileSync(file).subarray(0, -5));
    const answer = await runQuery(["status", "-A", "--from", torn]);
    expect(answer.warnings[0]).toMatch(/^The last \d+ bytes of \S+ are damaged or cut off/);
    expect(answer.out()).toContain(NAME);
  });
  it("notes that what-if knows no free capacity in a recording", async () => {
    const { warnings } = await runQuery(["what-if", "restart", `kube-system/${NAME}`, "--from", file]);
    expect(warnings).toContain("Note: free capacity is unknown in a recording, so Pending pods are not predicted.");
  });
  it("evaluates a manifest against the recorded nodes", async () => {
    const manifest = join(folder, "ds.yaml");
    const template = {
      metadata: { labels: { a: "b" } },
      spec: { nodeSelector: { disk: "ssd" }, containers: [{ name: "a", image: "i:1" }] },
    };
    const spec = { selector: { matchLabels: { a: "b" } }, template };
    writeFileSync(manifest, JSON.stringify({ apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "new" }, spec }));
    const answer = await runQuery(["explain", "--daemonset", manifest, "--from", file, "--node", "worker-02"]);
    expect(answer.out()).toMatch(/^\S+\/new on worker-02 is not eligible/);
  });
  it.each([
    [["status", "--at", "2026-01-05T12:00:00Z"], "--at requires --from FILE"],
    [
      ["status", "--from", "a", "--at", "noon"],
      'invalid --at "noon": use a time (2026-01-31T12:00:00Z, 2026-01-31 12:00, 02:14) or an age (30m)',
    ],
    [["status", "--from", "a", "-w"], "--watch cannot be used with a recording"],
    [["explain", "--from", "a", "--simulate"], "use either --simulate or --from FILE, not both: a recording needs no cluster"],
    [["explain", "--from", "a", "--nodes", "b", "--daemonset", "c"], "use either --from or both --nodes and --filename"],
    [["wait", "ds/a", "--from", "a"], "wait cannot be used with a recording"],
    [["diff", "ds/a", "--from", "a"], "diff cannot be used with a recording"],
    [["wait", "ds/a", "--from", "http://a"], '--from is the address of an engine, such as nats://127.0.0.1:4222: "http://a" is not.'],
  ])("%j is refused", (words, message) => {
    expect(() => parseCommand(words, {}, "test")).toThrow(message);
  });
  it("gives one sentence for a time out of range, an invalid file and an unknown DaemonSet", async () => {
    const past = runQuery(["status", "--from", file, "--at", "2026-01-05T11:00:00Z"]);
    await expect(past).rejects.toThrow(
      /^--at 2026-01-05T11:00:00Z is outside the recording \S+ \(2026-01-05T12:00:00Z to 2026-01-05T13:01:3\dZ\)$/,
    );
    const eastern = runQuery(["status", "--from", file, "--at", "2026-01-05T20:00:00+09:00"]);
    await expect(eastern).rejects.toThrow(/ 2026-01-05T20:00:00\+09:00 is outside .* \(2026-01-05T21:00:00\+09:00 to /);
    await expect(runQuery(["status", "--from", join(folder, "none")])).rejects.toThrow(`There is no file ${join(folder, "none")}.`);
    await expect(runQuery(["status", `ds/${NAME}`, "--from", file])).rejects.toThrow(
      `There is no DaemonSet "${NAME}" in namespace "default"`,
    );
  });
});
