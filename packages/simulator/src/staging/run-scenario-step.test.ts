import type { JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import { describe, expect, it } from "vitest";
import { SCENARIOS } from "../scenarios/scenarios.ts";
import { createSimulator } from "../simulator.ts";
import { managerOfLine } from "./run-scenario-step.ts";

describe("managerOfLine", () => {
  it.each([
    ["kubectl -n logging set image ds/a a=a:2", "kubectl-set"],
    ["kubectl -n logging rollout undo ds/a", "kubectl-rollout"],
    ["kubectl apply -f - <<'EOF'", "kubectl-client-side-apply"],
    ["kubectl taint node n1 a=b:NoSchedule", "kubectl-taint"],
  ])("%s is written by %s", (line, manager) => {
    expect(managerOfLine(line)).toBe(manager);
  });

  const START_MS = Date.UTC(2026, 0, 5, 12);

  /** Returns the managers that own the pod template, with the time of their last write. */
  function templateOwners(daemonSet: unknown): Readonly<Record<string, string>> {
    const { managedFields = [] } = (daemonSet as { metadata: { managedFields?: JsonObject[] } }).metadata;
    const owns = (entry: JsonObject) => ((entry.fieldsV1 as JsonObject)["f:spec"] as JsonObject | undefined)?.["f:template"] !== undefined;
    return Object.fromEntries(managedFields.filter(owns).map((entry) => [String(entry.manager), String(entry.time)]));
  }

  it("R31 a step owns the label of a node that it sets", () => {
    const scenario = SCENARIOS.find(({ name }) => name === "gpu-operator-upgrade");
    if (scenario === undefined) throw new Error("no gpu-operator-upgrade");
    const { clock, store } = createSimulator({ scenario, seed: 7, nowMs: START_MS });
    clock.advance(131_000);
    const { managedFields = [] } = (store.get("nodes", undefined, "gpu-3") as unknown as { metadata: { managedFields?: JsonObject[] } })
      .metadata;
    const label = "f:nvidia.com/gpu-driver-upgrade-state";
    expect(managedFields.filter((entry) => JSON.stringify(entry).includes(label))).toMatchObject([
      { manager: "kubectl-label", time: "2026-01-05T12:02:10Z" },
    ]);
  });

  it("R29 helm installed the tour's history, and each release of a round belongs to the setter of its image", () => {
    const scenario = SCENARIOS.find(({ name }) => name === "tour");
    if (scenario === undefined) throw new Error("no tour");
    const { clock, store } = createSimulator({ scenario, seed: 7, nowMs: START_MS });
    expect(Object.keys(templateOwners(store.get("daemonsets", "logging", "fluent-bit")))).toEqual(["helm"]);
    clock.advance(4000);
    expect(templateOwners(store.get("daemonsets", "logging", "fluent-bit"))["kubectl-set"]).toBe("2026-01-05T12:00:02Z");
    // The controllers write the status and own nothing of the template.
    expect(Object.keys(templateOwners(store.get("daemonsets", "logging", "fluent-bit")))).toEqual(["helm", "kubectl-set"]);
  });
});
