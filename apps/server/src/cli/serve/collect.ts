import { randomBytes } from "node:crypto";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { ServerClock } from "@daemonscope/kube-client/list-watch/server-clock";
import { Collector } from "../../engine/collector/collector.ts";
import { RelayServer } from "../../engine/relay/relay-server.ts";
import { type RelayedWriter, relayTarget } from "../../engine/relay/relay-target.ts";
import { type Engine, type LogStreamListing, openEngine } from "../../engine/stream/engine.ts";
import { requireStreamName } from "../../engine/stream/stream-name.ts";
import { subjectsOf } from "../../engine/stream/stream-subjects.ts";
import { runDetached } from "../../platform/run-detached.ts";
import { tuneV8 } from "../../platform/v8-settings.ts";
import { VERSION } from "../../platform/version.ts";
import { checkConnection } from "../open/check-connection.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { clusterUid } from "../open/cluster-uid.ts";
import { openCluster } from "../open/open-cluster.ts";
import { podWorkersSettings } from "../open/pod-workers-settings.ts";
import { serverVersion } from "../open/server-version.ts";
import type { CollectConfig } from "../options/collect-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { loadRelayedWriter } from "./load-action-service.ts";

/** A collected cluster with its name in the engine. */
interface CollectedCluster {
  readonly name: string;
  readonly cluster: OpenCluster;
  readonly engine: Engine;
  readonly onProblem: (text: string) => void;
}

/** Prints the cluster's warnings. Warns if it cannot be identified, or is in the engine under other names. */
async function warnOfOthers({ name, cluster, engine }: CollectedCluster, uid: string | undefined, terminal: Terminal): Promise<void> {
  for (const warning of cluster.warnings) terminal.warn(warning);
  if (uid === undefined && cluster.simulator === undefined)
    terminal.warn(
      "The cluster cannot be identified, because its namespace kube-system may not be read: a collector of another cluster under the same name would not be refused.",
    );
  if (uid === undefined) return;
  // Credentials for one cluster may not list the others, and a slow engine must not delay the start.
  const others = await engine.listStreams().catch((): readonly LogStreamListing[] => []);
  for (const other of others)
    if (other.uid === uid && other.name !== name)
      terminal.warn(`This cluster is in the engine as ${other.name} too: one name is enough, give all its collectors the same.`);
}

/** Returns a function that starts to serve the viewers' requests to the API server. */
function relayServerStart({ name, cluster, engine, onProblem }: CollectedCluster, openReads: boolean, write: RelayedWriter | undefined) {
  return (run: string, onActed: (marks: readonly TimelineMark[]) => void) =>
    new RelayServer({
      messages: engine.messages,
      subjects: subjectsOf(name),
      run,
      cluster: relayTarget({
        credentials: cluster.credentials,
        server: cluster.identity.server,
        // A simulated cluster has no restricted data.
        isOpen: openReads || cluster.simulator !== undefined,
        write,
        onActed,
        timers: systemTimers,
      }),
      timers: systemTimers,
      onProblem,
    });
}

/** Collects until the signal, as writer or standby. */
async function collectInto(collected: CollectedCluster, config: CollectConfig, terminal: Terminal): Promise<void> {
  const { name, cluster, engine, onProblem } = collected;
  // A simulated cluster is a new one at each start, without a lasting uid.
  const uid = cluster.simulator === undefined ? await clusterUid(cluster.transport, terminal.stop) : undefined;
  const version = await serverVersion(cluster.transport, terminal.stop);
  const stream = await engine.open(name, uid, config);
  const { auditFile } = config;
  const relayedWriter =
    auditFile === undefined || cluster.credentials === undefined
      ? undefined
      : await loadRelayedWriter(cluster.credentials, { path: auditFile, cluster: name, onProblem });
  try {
    terminal.print(`daemonscope ${VERSION} · ${cluster.words} → ${name} at ${engine.url}; Ctrl-C ends it`);
    await warnOfOthers(collected, uid, terminal);
    const words = {
      standingBy: `${name}: standing by, to take over when no other collector responds for 3 s`,
      writing: `${name}: writing`,
      fenced: `${name}: another collector writes now`,
      refused: `${name}: the engine has taken nothing for minutes`,
    };
    const clock = new ServerClock({
      transport: cluster.transport,
      wallNowMs: Date.now,
      timers: systemTimers,
      onDifference: onProblem,
    });
    await clock.set(terminal.stop);
    runDetached(clock.keep(terminal.stop));
    const collector = new Collector({
      stream,
      sendHeartbeat: (heartbeat) => engine.publishHeartbeat(name, heartbeat),
      receiveHeartbeats: (onHeartbeat, signal) => engine.receiveHeartbeats(name, onHeartbeat, signal),
      isConnected: () => engine.isConnected,
      reachesCluster: (signal) => clock.set(signal),
      transport: cluster.transport,
      identity: { ...cluster.identity, version, simulated: cluster.identity.simulated || version?.endsWith("+simulated") === true },
      clock: cluster.simulator === undefined ? clock : cluster.clock,
      gates: config.gates,
      namespace: config.cluster.namespace,
      keepTemplate: createTemplateRedactor({ key: randomBytes(32), showValues: false }),
      podWorkers: podWorkersSettings(config, cluster.credentials),
      timers: systemTimers,
      wallNowMs: Date.now,
      random: Math.random,
      newName: () => randomBytes(6).toString("hex"),
      onState: (state) => terminal.print(words[state]),
      answer: relayServerStart(collected, config.openReads, relayedWriter?.write),
      onProblem,
    });
    await collector.run(terminal.stop);
  } finally {
    relayedWriter?.close();
  }
}

/**
 * `daemonscope collect`: writes a cluster's log to an engine, or is a standby while another collector does, until the
 * user ends it.
 */
export async function collect(config: CollectConfig, terminal: Terminal): Promise<void> {
  // Users other than the owner of this process read the log.
  const cluster = await openCluster(config, "refused", terminal, true);
  try {
    const name = config.name ?? requireStreamName(cluster.identity.context, false);
    await checkConnection(cluster, terminal.stop, true);
    const engine = await openEngine(config.engine, subjectsOf(name).inbox);
    engine.onLacking = (problem) => terminal.warn(`At ${engine.url} ${problem}.`);
    if (cluster.simulator === undefined) tuneV8();
    try {
      await collectInto({ name, cluster, engine, onProblem: (text) => terminal.warn(`${name}: ${text}`) }, config, terminal);
    } finally {
      await engine.close();
    }
  } finally {
    await cluster.close();
  }
}
