import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { statusEntry } from "@daemonscope/words/answers/status-entry";
import { afterEach, expect, it } from "vitest";
import type { CommandModel } from "../open/command-model.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";

const DRIVER = "gpu-operator/nvidia-driver-daemonset";
const PLUGIN = "gpu-operator/nvidia-device-plugin-daemonset";
let simulated: SimulatedCluster | undefined;
let model: CommandModel | undefined;
afterEach(async () => {
  await model?.close();
  await simulated?.close();
});

it("T25 R31 R32 the story of gpu-operator is ROLLING and never MANUAL; its pauses are no loss until one is left over", async () => {
  const cluster = await simulatedCluster("gpu-operator-upgrade");
  simulated = cluster;
  const command = parseCommand(["status", "-A", "-w"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const opened = openCommandModel(cluster.cluster, {
    plan: command.config,
    namespace: undefined,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    terminal,
  });
  model = opened;
  await opened.listed(terminal.stop);
  const wordOf = (key: string) => {
    const record = opened.reading.daemonSetRecord(key);
    return record === undefined ? "" : verdictWordOf(record);
  };
  const entryOf = (key: string) => {
    const record = opened.reading.daemonSetRecord(key);
    return record === undefined ? undefined : statusEntry(record, [], undefined);
  };
  const seen = { driver: new Set<string>(), plugin: new Set<string>(), paused: new Set<string>() };
  const passTo = async (seconds: number, isThere: () => boolean) => {
    const { clock } = cluster.simulator;
    const atMs = startMs + seconds * 1000;
    await until(() => {
      if (clock.nowMs() < atMs) clock.advance(500);
      seen.driver.add(wordOf(DRIVER));
      seen.plugin.add(wordOf(PLUGIN));
      seen.paused.add(entryOf(PLUGIN)?.paused?.message ?? "");
      return clock.nowMs() >= atMs && isThere();
    }, `second ${seconds}`);
  };
  const startMs = cluster.simulator.clock.nowMs();
  await passTo(65, () => entryOf(DRIVER)?.managedBy?.message === "1 of 3 updated by gpu-operator, 1 draining (gpu-2)");
  await passTo(125, () => entryOf(PLUGIN)?.paused?.count === 1 && wordOf(DRIVER) === "rolling");
  expect([...seen.driver].sort()).toEqual(["healthy", "rolling"]);
  expect([...seen.paused].sort()).toEqual(["", "paused on 1 node by gpu-operator"]);
  for (const word of ["shrunk", "misscheduled", "failing", "stuck", "manual"]) expect(seen.plugin).not.toContain(word);
  await passTo(140, () => wordOf(DRIVER) === "failing" && wordOf(PLUGIN) === "shrunk");
  expect(entryOf(DRIVER)?.concern).toMatchObject({ kind: "failing", message: "upgrade failed on 1 node", nodes: ["gpu-3"] });
  expect(entryOf(PLUGIN)?.concern).toMatchObject({
    kind: "desiredDropped",
    message: "gpu-operator left 1 node paused",
    nodes: ["gpu-3"],
  });
  await passTo(270, () => wordOf(DRIVER) === "healthy" && wordOf(PLUGIN) === "healthy");
  expect(entryOf(DRIVER)?.managedBy?.phases).toEqual({ upgraded: 3 });
});
