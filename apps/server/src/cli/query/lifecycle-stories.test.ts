import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { english } from "@daemonscope/words/english";
import { awaitedText } from "@daemonscope/words/facts/unavailable-text";
import { describe, expect, it } from "vitest";
import { statusRow } from "../print/status-table.ts";
import { openStory } from "./opened-story.fixture.ts";

const LOGS = "logging/fluent-bit";
const EXPORTER = "monitoring/node-exporter";

/** Returns the text of the column CONCERN. */
const concernCell = (record: DaemonSetRecord | undefined) =>
  record && statusRow(record, { nowMs: 0, isWide: false, withNamespace: false, isOld: false }).at(-1);

describe("stories of the lifecycle of nodes", () => {
  it("T27 N1 N2 nodes that Karpenter removes are never SHRUNK, MISSCHEDULED or DEGRADED", async () => {
    const { passTo, wordsOf, recordOf, kindsOf, lifecycleOf } = await openStory("karpenter-disruption", [LOGS, EXPORTER]);
    await passTo(15, () => recordOf(LOGS)?.derived?.numberMisscheduled === 2);
    expect(lifecycleOf("spot-1")).toBe("leaving");
    expect([LOGS, EXPORTER].map((key) => concernCell(recordOf(key)))).toEqual([
      "2 other nodes are being removed (karpenter.sh/disrupted)",
      "2 of its nodes are being removed (karpenter.sh/disrupted)",
    ]);
    await passTo(200, () => recordOf(EXPORTER)?.derived?.numberAvailable === 5);
    for (const key of [LOGS, EXPORTER])
      for (const word of ["shrunk", "misscheduled", "failing", "stuck"]) expect(wordsOf(key)).not.toContain(word);
    expect(kindsOf(LOGS)).toContain("nodeLeaving");
    expect(kindsOf(LOGS)).not.toContain("misscheduled");
    expect(recordOf(LOGS)?.concern).toBeNull();
  });

  it("T28 N2 R18 the churn of a graceful shutdown has its own name, and is no loop", async () => {
    const { passTo, wordsOf, recordOf, kindsOf, lifecycleOf } = await openStory("graceful-shutdown", [LOGS, EXPORTER]);
    await passTo(60, () => recordOf(EXPORTER)?.unavailable?.onLeavingNodes === 3);
    expect(lifecycleOf("batch-1")).toBe("shuttingDown");
    expect([LOGS, EXPORTER].map((key) => concernCell(recordOf(key)))).toEqual([
      "3 other nodes are shutting down",
      "available on all 3 nodes that stay; 3 are shutting down",
    ]);
    expect(recordOf(EXPORTER)).toMatchObject({ concern: null, unavailable: { byNodeLifecycle: 3, byRevision: 0 } });
    const heldSince = () => recordOf(EXPORTER)?.budget.holders.map(({ sinceMs }) => sinceMs);
    const shutdownSince = heldSince();
    await passTo(100, () => recordOf(EXPORTER)?.unavailable?.onLeavingNodes === 3);
    expect(heldSince(), "the age of the shutdown, and not of the last rejected pod").toEqual(shutdownSince);
    await passTo(230, () => recordOf(EXPORTER)?.derived?.desiredNumberScheduled === 3);
    for (const key of [LOGS, EXPORTER])
      for (const word of ["shrunk", "misscheduled", "failing", "stuck", "degraded"]) expect(wordsOf(key)).not.toContain(word);
    expect(kindsOf(EXPORTER)).toContain("nodeShutdown");
  });

  it("T29 N1 a startup taint that stays accuses only the agent that it waits for", async () => {
    const { passTo, wordsOf, recordOf, lifecycleOf } = await openStory("startup-taint", [LOGS, "kube-system/cilium"]);
    await passTo(38, () => recordOf(LOGS)?.derived?.numberAvailable === 4);
    expect(lifecycleOf("worker-4")).toBe("ready");
    await passTo(120, () => wordsOf("kube-system/cilium").includes("failing"));
    expect(lifecycleOf("worker-5")).toBe("joining");
    const cilium = recordOf("kube-system/cilium");
    expect(cilium?.awaited?.nodes).toEqual(["worker-5", "worker-6"]);
    expect(cilium && awaitedText(english, cilium)).toBe("2 nodes wait for cilium to remove node.cilium.io/agent-not-ready");
    const logs = recordOf(LOGS);
    expect(logs?.awaited).toBeUndefined();
    expect(logs?.waitsFor).toEqual({
      agent: "cilium",
      taint: "node.cilium.io/agent-not-ready",
      count: 2,
      nodes: ["worker-5", "worker-6"],
    });
    expect(cilium?.waitsFor).toBeUndefined();
    expect(concernCell(logs)).toBe("2 nodes wait for cilium");
    expect(logs && awaitedText(english, logs)).toBe("2 nodes wait for cilium to remove node.cilium.io/agent-not-ready");
    await passTo(960, () => recordOf(LOGS)?.derived?.numberAvailable === 6);
    expect(recordOf(LOGS)?.waitsFor).toBeUndefined();
    // A pod can be seen before the end of the taint for which it waited.
    for (const word of ["shrunk", "failing", "stuck"]) expect(wordsOf(LOGS)).not.toContain(word);
    expect(lifecycleOf("worker-5")).toBe("ready");
  });
});
