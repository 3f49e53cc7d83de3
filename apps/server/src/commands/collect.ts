import { randomBytes } from "node:crypto";
import { background } from "../background.ts";
import { systemTimers } from "../clock.ts";
import { keepsTemplates } from "../cluster/decode/keep-template.ts";
import { ServerClock } from "../cluster/server-clock.ts";
import { type CollectConfig, checkedName } from "../command-line/engine-choice.ts";
import { Collector } from "../engine/collector.ts";
import { openEngine } from "../engine/engine.ts";
import { subjectsOf } from "../engine/stream-subjects.ts";
import { askedCluster } from "../relay/asked-cluster.ts";
import { RelayDesk } from "../relay/relay-desk.ts";
import { VERSION } from "../version.ts";
import { checkConnection } from "./check-connection.ts";
import { openCluster } from "./open-cluster.ts";
import { serverVersion } from "./server-version.ts";
import type { Terminal } from "./terminal.ts";

/** `daemonscope collect`: writes what a cluster says into an engine, or stands by while another collector does, until the person ends it. */
export async function collect(config: CollectConfig, terminal: Terminal): Promise<void> {
  const cluster = await openCluster(config, "refused", terminal);
  try {
    const name = config.name ?? checkedName(cluster.identity.context, false);
    await checkConnection(cluster, terminal.stop, true);
    const version = await serverVersion(cluster.transport, terminal.stop);
    const engine = await openEngine(config.engine);
    try {
      const stream = await engine.open(name, config);
      terminal.say(`daemonscope ${VERSION} · ${cluster.words} → ${name} at ${engine.url}; Ctrl-C ends it`);
      for (const warning of cluster.warnings) terminal.warn(warning);
      const words = {
        standingBy: `${name}: standing by, to take over when no other collector is heard for 3 s`,
        writing: `${name}: writing`,
        fenced: `${name}: another collector writes now`,
        refused: `${name}: the engine has taken nothing for minutes`,
      };
      const clock = new ServerClock({
        transport: cluster.transport,
        wallNowMs: Date.now,
        timers: systemTimers,
        onDifference: (text) => terminal.warn(`${name}: ${text}`),
      });
      await clock.set(terminal.stop);
      background(clock.keep(terminal.stop));
      const collector = new Collector({
        stream,
        tellBeat: (beat) => engine.tellBeat(name, beat),
        hearBeats: (onBeat, signal) => engine.hearBeats(name, onBeat, signal),
        isConnected: () => engine.isConnected,
        reachesCluster: (signal) => clock.set(signal),
        transport: cluster.transport,
        identity: { ...cluster.identity, version, simulated: cluster.identity.simulated || version?.endsWith("+simulated") === true },
        clock: cluster.simulator === undefined ? clock : cluster.clock,
        gates: config.gates,
        namespace: config.cluster.namespace,
        keepTemplate: keepsTemplates({ key: randomBytes(32), showValues: false }),
        timers: systemTimers,
        wallNowMs: Date.now,
        random: Math.random,
        newName: () => randomBytes(6).toString("hex"),
        onState: (state) => terminal.say(words[state]),
        answer: (run) =>
          new RelayDesk({
            messages: engine.messages,
            subjects: subjectsOf(name),
            run,
            cluster: askedCluster({
              credentials: cluster.credentials,
              server: cluster.identity.server,
              // A simulated cluster has nothing that anybody may not read.
              isOpen: config.openReads || cluster.simulator !== undefined,
              write: undefined,
              timers: systemTimers,
            }),
            timers: systemTimers,
            onProblem: (text) => terminal.warn(`${name}: ${text}`),
          }),
        onProblem: (text) => terminal.warn(`${name}: ${text}`),
      });
      await collector.run(terminal.stop);
    } finally {
      await engine.close();
    }
  } finally {
    await cluster.close();
  }
}
