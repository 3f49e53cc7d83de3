import { nodeQuestions, rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { english } from "@daemonscope/words/english";
import { leavingTexts } from "@daemonscope/words/facts/leaving-text";
import { onTestFinished } from "vitest";
import { openCommandModel } from "../open/open-command-model.ts";
import { parseCommand } from "../options/parse-command.ts";
import { statusLines } from "../print/status-lines.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";

/** Opens a story until the end of the test. Collects what its DaemonSets are called, why, and what is offered, while
 *  time passes. */
export async function openStory(story: string, keys: readonly string[]) {
  const cluster = await simulatedCluster(story);
  onTestFinished(() => cluster.close());
  const command = parseCommand(["status", "-A", "-w"], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  const terminal = capturedTerminal();
  const live = openCommandModel(cluster.cluster, {
    plan: command.config,
    namespace: undefined,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    terminal,
  });
  onTestFinished(() => live.close());
  await live.listed(terminal.stop);
  const { reading } = live;
  const { clock } = cluster.simulator;
  const startMs = clock.nowMs();
  const recordOf = (key: string) => reading.daemonSetRecord(key);
  const words = new Map(keys.map((key) => [key, new Set<string>()]));
  const kinds = new Map(keys.map((key) => [key, new Set<CauseKind>()]));
  const sentences = new Map(keys.map((key) => [key, new Set<string>()]));
  const sentencesNow = (record: DaemonSetRecord): readonly string[] => [
    verdictWordOf(record).toUpperCase(),
    ...statusLines(record, reading.budgetHoldersOf(record.key), reading.nowMs, terminalColors(false, {})),
    ...leavingTexts(english, record),
    ...rolloutPlans(record, undefined, nodeQuestions(reading.nodes())).map(({ act }) => `offers ${act.kind}`),
  ];
  const collect = (key: string): void => {
    const record = recordOf(key);
    if (record === undefined) return;
    words.get(key)?.add(verdictWordOf(record));
    for (const { cause } of record.causes) kinds.get(key)?.add(cause.kind);
    for (const sentence of sentencesNow(record)) sentences.get(key)?.add(sentence.trim());
  };
  const passTo = (seconds: number, isThere: () => boolean = () => true) =>
    until(() => {
      const atMs = startMs + seconds * 1000;
      if (clock.nowMs() < atMs) clock.advance(500);
      for (const key of keys) collect(key);
      return clock.nowMs() >= atMs && isThere();
    }, `second ${seconds}`);
  return {
    passTo,
    recordOf,
    lifecycleOf: (node: string) => nodeLifecycle(reading.nodeRecord(node)).kind,
    wordsOf: (key: string) => [...(words.get(key) ?? [])].sort(),
    kindsOf: (key: string) => kinds.get(key) ?? new Set<CauseKind>(),
    /** Returns all sentences about a DaemonSet up to now, in lines. */
    sentencesOf: (key: string) => [...(sentences.get(key) ?? [])].join("\n"),
  };
}
