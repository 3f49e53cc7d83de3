import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { PodsConfig, RecordingOptions } from "../options/query-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { podsAnswer, podsIn, printPods, selectedKeys } from "./pods-answer.ts";

/** Runs `pods` on an open cluster. */
export async function podsOn(cluster: OpenCluster, config: PodsConfig, terminal: Terminal): Promise<number> {
  const found = await podsIn(cluster, config, terminal);
  if (found === undefined) return signalExitCode(terminal.stop);
  printPods(found.answer, config, found.namespace, terminal);
  return 0;
}

async function podsOfRecording(choice: RecordingOptions, config: PodsConfig, terminal: Terminal): Promise<number> {
  const { recordedMoment } = await import("../record/recorded-moment.ts");
  const recorded = await recordedMoment(choice, terminal);
  const namespace = requestedNamespace(config, recorded.namespace);
  const answer = podsAnswer(recorded, selectedKeys(recorded, config, namespace), config);
  terminal.warn(`${escapeControl(recorded.words)}.`);
  printPods(answer, config, namespace, terminal);
  return 0;
}

/** `daemonscope pods`: daemon pods with their revision, state and cause, or nodes that lack one. Returns the exit
 *  code. */
export async function pods(config: PodsConfig, terminal: Terminal): Promise<number> {
  if (config.recording !== undefined) return podsOfRecording(config.recording, config, terminal);
  if (config.several !== undefined) return (await import("./pods-of-clusters.ts")).podsOfClusters(config, terminal);
  const { openCluster } = await import("../open/open-cluster.ts");
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await podsOn(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
