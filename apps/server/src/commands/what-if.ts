import type { Step } from "@daemonscope/daemonset/actions/step";
import { effectLines } from "@daemonscope/daemonset/describe/what-if-text";
import { drain } from "@daemonscope/kube/in-a-row";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { OnDemandReads } from "../cluster/cluster-reads.ts";
import type { WhatIfConfig } from "../command-line/query-config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { runInARow } from "../frames/in-turns.ts";
import { terminalColors } from "../print/ink.ts";
import { formatForMachine } from "../print/machine.ts";
import { escapeControl } from "../print/visible.ts";
import { whatIfTable } from "../print/what-if-table.ts";
import { type PreviewSource, previewOf, whatIfAnswer } from "../what-if/what-if-answer.ts";
import type { OpenCluster } from "./cluster-for-command.ts";
import { EXIT_AGENTS_LOST, signalExitCode } from "./exit-codes.ts";
import { FIRST_LIST_TIMEOUT_MS, openCommandModel } from "./live-model.ts";
import { openCluster } from "./open-cluster.ts";
import { readStepArguments } from "./steps-asked.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Prints the effect of steps, and returns the exit code. Throws UsageError for an impossible step, so that a gate
 * without a valid query fails.
 */
async function printAnswer(
  asked: PreviewSource,
  reads: OnDemandReads | undefined,
  steps: readonly Step[],
  config: WhatIfConfig,
  terminal: Terminal,
): Promise<number> {
  const answer = drain(whatIfAnswer(await previewOf(asked, steps, reads, { run: runInARow })));
  const problem = answer.steps.map((step) => step.problem).find((each) => each !== undefined);
  if (problem !== undefined) throw new UsageError(problem.message);
  print(answer, config, terminal);
  return answer.daemonSets.some(({ lost }) => lost > 0) ? EXIT_AGENTS_LOST : 0;
}

function print(answer: WhatIfAnswer, { format }: WhatIfConfig, terminal: Terminal): void {
  if (format === "json" || format === "yaml") {
    terminal.write(formatForMachine(format, answer));
    return;
  }
  const ink = terminalColors(terminal.isTerminal, terminal.environment);
  for (const { doubts = [] } of answer.steps) for (const { message } of doubts) terminal.warn(message);
  if (answer.room.kind === "unread") terminal.warn(answer.room.message);
  if (answer.daemonSets.length === 0) {
    terminal.say("Nothing would happen to any DaemonSet.");
    return;
  }
  for (const line of whatIfTable(answer.daemonSets)) terminal.say(line);
  for (const effect of answer.daemonSets) {
    terminal.say("");
    terminal.say(ink.strong(escapeControl(effect.key)));
    for (const line of effectLines(effect)) terminal.say(`  ${escapeControl(line)}`);
  }
}

/** Does the same for an open cluster. */
export async function whatIfOn(cluster: OpenCluster, steps: readonly Step[], config: WhatIfConfig, terminal: Terminal): Promise<number> {
  const live = openCommandModel(cluster, {
    plan: config,
    namespace: undefined,
    needed: ["daemonsets", "nodes", "pods", "controllerrevisions"],
    keepsTemplates: true,
    patienceMs: FIRST_LIST_TIMEOUT_MS,
    terminal,
  });
  try {
    if (!(await live.listed(terminal.stop))) return signalExitCode(terminal.stop);
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    const reads = new OnDemandReads({ transport: cluster.transport, namespace: undefined });
    return await printAnswer(
      { reading: live.reading, cluster: cluster.identity, keepTemplate: live.keepTemplate },
      reads,
      steps,
      config,
      terminal,
    );
  } finally {
    await live.close();
  }
}

/** `daemonscope what-if`: previews the effect of changes. Returns the exit code: 6 if nodes would lose an agent. */
export async function whatIf(config: WhatIfConfig, terminal: Terminal): Promise<number> {
  const steps = await readStepArguments(config, terminal);
  if (steps === undefined) return signalExitCode(terminal.stop);
  if (config.recording !== undefined) {
    const { recordedMoment } = await import("./recorded-moment.ts");
    const recorded = await recordedMoment(config.recording, terminal);
    terminal.warn(`${recorded.words}.`);
    const cluster: ClusterIdentity = { context: "in-cluster", server: "", version: undefined, simulated: false };
    return printAnswer({ reading: recorded.reading, cluster }, undefined, steps, config, terminal);
  }
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await whatIfOn(cluster, steps, config, terminal);
  } finally {
    await cluster.close();
  }
}
