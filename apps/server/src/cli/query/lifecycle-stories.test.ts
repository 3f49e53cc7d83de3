import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { english } from "@daemonscope/words/english";
import { awaitedText } from "@daemonscope/words/facts/unavailable-text";
import { afterEach, describe, expect, it } from "vitest";
import type { CommandModel } from "../open/command-model.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";

let simulated: SimulatedCluster | undefined;
let model: CommandModel | undefined;
afterEach(async () => {
  await model?.close();
  await simulated?.close();
});

/** Opens a story, and collects what its DaemonSets are called and why while time passes. */
async function opened(story: string, keys: readonly string[]) {
  const cluster = await simulatedCluster(story);
  simulated = cluster;
  const command = parseCommand(["status", "-A", "-w"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const plan = command.config;
  const live = openCommandModel(cluster.cluster, {
    plan,
    namespace: undefined,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    terminal,
  });
  model = live;
  await live.listed(terminal.stop);
  const { clock } = cluster.simulator;
  const startMs = clock.nowMs();
  const recordOf = (key: string) => live.reading.daemonSetRecord(key);
  const words = new Map(keys.map((key) => [key, new Set<string>()]));
  const kinds = new Map(keys.map((key) => [key, new Set<CauseKind>()]));
  const passTo = (seconds: number, isThere: () => boolean = () => true) =>
    until(() => {
      const atMs = startMs + seconds * 1000;
      if (clock.nowMs() < atMs) clock.advance(500);
      for (const key of keys) {
        const record = recordOf(key);
        if (record === undefined) continue;
        words.get(key)?.add(verdictWordOf(record));
        for (const { cause } of record.causes) kinds.get(key)?.add(cause.kind);
      }
      return clock.nowMs() >= atMs && isThere();
    }, `second ${seconds}`);
  const wordsOf = (key: string) => [...(words.get(key) ?? [])].sort();
  const lifecycleOf = (node: string) => nodeLifecycle(live.reading.nodeRecord(node)).kind;
  return { passTo, wordsOf, recordOf, lifecycleOf, kindsOf: (key: string) => kinds.get(key) ?? new Set<CauseKind>() };
}

const LOGS = "logging/fluent-bit";
const EXPORTER = "monitoring/node-exporter";

describe("stories of the lifecycle of nodes", () => {
  it("T27 N1 N2 nodes that Karpenter removes are never SHRUNK, MISSCHEDULED or DEGRADED", async () => {
    const { passTo, wordsOf, recordOf, kindsOf, lifecycleOf } = await opened("karpenter-disruption", [LOGS, EXPORTER]);
    await passTo(15, () => recordOf(LOGS)?.derived?.numberMisscheduled === 2);
    expect(lifecycleOf("spot-1")).toBe("leaving");
    await passTo(200, () => recordOf(EXPORTER)?.derived?.numberAvailable === 5);
    for (const key of [LOGS, EXPORTER])
      for (const word of ["shrunk", "misscheduled", "failing", "stuck"]) expect(wordsOf(key)).not.toContain(word);
    expect(kindsOf(LOGS)).toContain("nodeLeaving");
    expect(kindsOf(LOGS)).not.toContain("misscheduled");
    expect(recordOf(LOGS)?.concern).toBeNull();
  });

  it("T28 N2 R18 the churn of a graceful shutdown has its own name, and is no loop", async () => {
    const { passTo, wordsOf, recordOf, kindsOf, lifecycleOf } = await opened("graceful-shutdown", [LOGS, EXPORTER]);
    await passTo(60, () => recordOf(EXPORTER)?.unavailable?.onLeavingNodes === 3);
    expect(lifecycleOf("batch-1")).toBe("shuttingDown");
    expect(recordOf(EXPORTER)).toMatchObject({ concern: null, unavailable: { byNodeLifecycle: 3, byRevision: 0 } });
    await passTo(230, () => recordOf(EXPORTER)?.derived?.desiredNumberScheduled === 3);
    for (const key of [LOGS, EXPORTER])
      for (const word of ["shrunk", "misscheduled", "failing", "stuck", "degraded"]) expect(wordsOf(key)).not.toContain(word);
    expect(kindsOf(EXPORTER)).toContain("nodeShutdown");
  });

  it("T29 N1 a startup taint that stays accuses only the agent that it waits for", async () => {
    const { passTo, wordsOf, recordOf, lifecycleOf } = await opened("startup-taint", [LOGS, "kube-system/cilium"]);
    await passTo(38, () => recordOf(LOGS)?.derived?.numberAvailable === 4);
    expect(lifecycleOf("worker-4")).toBe("ready");
    await passTo(120, () => wordsOf("kube-system/cilium").includes("failing"));
    expect(lifecycleOf("worker-5")).toBe("joining");
    const cilium = recordOf("kube-system/cilium");
    expect(cilium?.awaited?.nodes).toEqual(["worker-5", "worker-6"]);
    expect(cilium && awaitedText(english, cilium)).toBe("2 nodes wait for cilium to remove node.cilium.io/agent-not-ready");
    expect(recordOf(LOGS)?.awaited).toBeUndefined();
    await passTo(960, () => recordOf(LOGS)?.derived?.numberAvailable === 6);
    // A pod can be seen before the end of the taint for which it waited.
    for (const word of ["shrunk", "failing", "stuck"]) expect(wordsOf(LOGS)).not.toContain(word);
    expect(lifecycleOf("worker-5")).toBe("ready");
  });
});
