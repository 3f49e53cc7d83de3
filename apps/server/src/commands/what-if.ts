import type { Step } from "@daemonscope/daemonset/actions/step";
import { effectLines } from "@daemonscope/daemonset/describe/what-if-text";
import { inARow } from "@daemonscope/kube/in-a-row";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { ClusterReads } from "../cluster/cluster-reads.ts";
import type { WhatIfConfig } from "../command-line/query-config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { runInARow } from "../frames/in-turns.ts";
import { inkFor } from "../print/ink.ts";
import { machineText } from "../print/machine.ts";
import { visible } from "../print/visible.ts";
import { whatIfTable } from "../print/what-if-table.ts";
import { type AskedReading, imaginedOf, whatIfAnswer } from "../what-if/what-if-answer.ts";
import type { OpenCluster } from "./cluster-for-command.ts";
import { AGENTS_LOST, stoppedCode } from "./exit-codes.ts";
import { FIRST_LIST_MS, liveModel } from "./live-model.ts";
import { openCluster } from "./open-cluster.ts";
import { stepsAsked } from "./steps-asked.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Prints the effect of steps, and returns the exit code. Throws UsageError for an impossible step, so that a gate
 * without a valid query fails.
 */
async function printAnswer(
  asked: AskedReading,
  reads: ClusterReads | undefined,
  steps: readonly Step[],
  config: WhatIfConfig,
  terminal: Terminal,
): Promise<number> {
  const answer = inARow(whatIfAnswer(await imaginedOf(asked, steps, reads, { run: runInARow })));
  const problem = answer.steps.map((step) => step.problem).find((each) => each !== undefined);
  if (problem !== undefined) throw new UsageError(problem.message);
  print(answer, config, terminal);
  return answer.daemonSets.some(({ lost }) => lost > 0) ? AGENTS_LOST : 0;
}

function print(answer: WhatIfAnswer, { format }: WhatIfConfig, terminal: Terminal): void {
  if (format === "json" || format === "yaml") {
    terminal.write(machineText(format, answer));
    return;
  }
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  for (const { doubts = [] } of answer.steps) for (const { message } of doubts) terminal.warn(message);
  if (answer.room.kind === "unread") terminal.warn(answer.room.message);
  if (answer.daemonSets.length === 0) {
    terminal.say("Nothing would happen to any DaemonSet.");
    return;
  }
  for (const line of whatIfTable(answer.daemonSets)) terminal.say(line);
  for (const effect of answer.daemonSets) {
    terminal.say("");
    terminal.say(ink.strong(visible(effect.key)));
    for (const line of effectLines(effect)) terminal.say(`  ${visible(line)}`);
  }
}

/** Does the same for an open cluster. */
export async function whatIfOn(cluster: OpenCluster, steps: readonly Step[], config: WhatIfConfig, terminal: Terminal): Promise<number> {
  const live = liveModel(cluster, {
    plan: config,
    namespace: undefined,
    needed: ["daemonsets", "nodes", "pods", "controllerrevisions"],
    keepsTemplates: true,
    patienceMs: FIRST_LIST_MS,
    terminal,
  });
  try {
    if (!(await live.listed(terminal.stop))) return stoppedCode(terminal.stop);
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    const reads = new ClusterReads({ transport: cluster.transport, namespace: undefined });
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
  const steps = await stepsAsked(config, terminal);
  if (steps === undefined) return stoppedCode(terminal.stop);
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
