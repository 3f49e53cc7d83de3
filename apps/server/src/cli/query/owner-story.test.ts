import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { drain } from "@daemonscope/kube/base/drain";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { statusEntry } from "@daemonscope/words/answers/status-entry";
import { afterEach, expect, it } from "vitest";
import { previewOf, whatIfAnswer } from "../../actions/preview/what-if-answer.ts";
import { runInARow } from "../../feed/drain-in-slices.ts";
import type { CommandModel } from "../open/command-model.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";

const AGENT = "logging/log-agent";
const OWNER = "Argo CD application log-agents";
let simulated: SimulatedCluster | undefined;
let model: CommandModel | undefined;
afterEach(async () => {
  await model?.close();
  await simulated?.close();
});

const edit = (step: Partial<Step>) => ({ kind: "edit", namespace: "logging", name: "log-agent", ...step }) as Step;
const IMAGE = edit({ edit: { kind: "image", container: "log-agent", image: "log-agent:4.3" } });
const RESTART = edit({ edit: { kind: "restart" } });

it("T26 R33 Argo CD is the owner before, during and after an edit that it reverts, and leaves a restart alone", async () => {
  const cluster = await simulatedCluster("argo-cd-reverts");
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
  const record = () => opened.reading.daemonSetRecord(AGENT);
  const warningsOf = async (step: Step) => {
    const source = { reading: opened.reading, cluster: cluster.cluster.identity, keepTemplate: undefined };
    const answer = drain(whatIfAnswer(await previewOf(source, [step], undefined, { run: runInARow })));
    return answer.steps.map(({ owner }) => owner?.message);
  };
  const mayRevert = [`${OWNER} manages spec.template: it may revert this change.`];
  const words = new Set<string>();
  const owners = new Set<string | undefined>();
  const startMs = cluster.simulator.clock.nowMs();
  const passTo = async (seconds: number, isThere: () => boolean) => {
    const { clock } = cluster.simulator;
    await until(() => {
      if (clock.nowMs() < startMs + seconds * 1000) clock.advance(500);
      const now = record();
      const entry = now && statusEntry(now, [], undefined);
      if (entry !== undefined) words.add(entry.word);
      owners.add(entry?.owner?.message);
      return clock.nowMs() >= startMs + seconds * 1000 && isThere();
    }, `second ${seconds}`);
  };
  const author = () => record()?.changedBy;
  expect(await warningsOf(IMAGE)).toEqual(mayRevert);
  await passTo(8, () => author() === "kubectl-set");
  expect(await warningsOf(IMAGE), "while another manager has the image").toEqual(mayRevert);
  await passTo(20, () => author() === "argocd-controller");
  const current = () => record()?.revisions.find((each) => each.current)?.revision;
  await passTo(85, () => current() === 3 && record()?.underWay === false);
  expect(record()?.containers.map(({ image }) => image)).toEqual(["log-agent:4.1"]);
  expect(await warningsOf(RESTART), "a field that its manifest does not have").toEqual([undefined]);
  await passTo(170, () => current() === 4 && record()?.underWay === false);
  expect(author(), "Argo CD left the restart alone").toBe("kubectl-rollout");
  expect([...owners]).toEqual([OWNER]);
  // Must not appear: a problem, because each rollout makes progress.
  expect([...words].sort()).toEqual(["healthy", "rolling"]);
});
