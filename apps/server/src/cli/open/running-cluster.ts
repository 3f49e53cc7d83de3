import { randomBytes } from "node:crypto";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { fixedClock, systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import { fetchUserRights } from "../../access/rights/fetch-user-rights.ts";
import { AccessControl } from "../../access/scoped/access-control.ts";
import type { ActionService } from "../../actions/service/action-service.ts";
import { LiveFrames } from "../../frames/live-frames.ts";
import type { LogHeader } from "../../history/log/log-entry.ts";
import { LogWriter, memoryStore } from "../../history/log/log-writer.ts";
import { FolderLog } from "../../history/storage/folder-log.ts";
import { historyStoreOf } from "../../history/storage/history-store.ts";
import { type FlushedLog, startFlushing } from "../../history/storage/start-flushing.ts";
import { Lab } from "../../lab/lab.ts";
import type { StoryOrigin } from "../../lab/lab-environment.ts";
import { type HistoryReadings, LoggedHistory } from "../../readings/history-readings.ts";
import { liveReadings } from "../../readings/readings.ts";
import type { ClusterWatch } from "../../watch/cluster-watch.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { ServeConfig } from "../options/parse-command.ts";
import type { EmbeddedSimulator } from "../simulate/embedded-simulator.ts";
import type { OpenCluster } from "./cluster-for-command.ts";
import { createWatchedCluster, type TemplateKey, type WatchedCluster, type WatchLog } from "./create-watched-cluster.ts";
import { simulatedIdentity } from "./open-cluster.ts";
import type { OpenHistory } from "./open-history.ts";
import { podWorkersSettings } from "./pod-workers-settings.ts";

interface ServedClusterParts {
  readonly cluster: OpenCluster;
  readonly config: ServeConfig;
  /** The API server's version; undefined if it is unknown. */
  readonly version: string | undefined;
  /** The build of the program, for pages that were loaded from another build. */
  readonly build: string;
  readonly watchLog: WatchLog;
  /** The history folder; undefined: the history is in memory, or there is none. */
  readonly history: OpenHistory | undefined;
  /** The key that identifies hidden values, if templates of several clusters are compared. */
  readonly templates: TemplateKey | undefined;
}

type MakeLog = (header: LogHeader, model: ClusterModel) => LogWriter | FolderLog;

/** Returns the function that creates the log of a cluster; undefined without history. */
function logMaker({ config, cluster, history }: ServedClusterParts): MakeLog | undefined {
  if (history !== undefined)
    return (header, model) =>
      new FolderLog({
        ...history,
        header,
        model,
        timers: systemTimers,
        nowMs: () => cluster.clock.nowMs(),
        newRun: () => randomBytes(6).toString("hex"),
      });
  if (config.historyBytes === 0) return undefined;
  return (header, model) => new LogWriter({ header, model, store: memoryStore, maxBytes: config.historyBytes });
}

/** The log of a cluster; undefined without history. */
type ServedLog = LogWriter | FolderLog | undefined;

/** A served cluster: its frames, its watches and, for a simulated one, the lab that may replace it. */
export class RunningCluster {
  readonly live: LiveFrames;
  readonly reads: OnDemandReads;
  readonly past: HistoryReadings;
  /** The users' access; absent without sign-in. */
  readonly rights: AccessControl | undefined;
  /** Only for a simulated cluster. */
  readonly lab: Lab | undefined;
  /** Actions on it, if they are allowed. */
  acting: ActionService | undefined;
  readonly #parts: ServedClusterParts;
  #simulator: EmbeddedSimulator | undefined;
  readonly #makeLog: MakeLog | undefined;
  #watched: WatchedCluster<ServedLog>;
  #flushed: FlushedLog | undefined;
  #watch: ClusterWatch | undefined;

  constructor(parts: ServedClusterParts) {
    const { cluster, config, version, build } = parts;
    this.#parts = parts;
    this.#simulator = cluster.simulator;
    this.#makeLog = logMaker(parts);
    // A simulated cluster is marked by its version too, so that it is recognized behind a kubeconfig.
    const simulated = cluster.identity.simulated || version?.endsWith("+simulated") === true;
    this.#watched = createWatchedCluster(
      config,
      { ...cluster.identity, version, simulated },
      cluster.clock,
      this.#makeLog,
      parts.templates,
    );
    this.live = new LiveFrames({ ...this.#watched.live, build, timers: systemTimers, random: Math.random, wallNowMs: Date.now });
    this.reads = new OnDemandReads({ transport: cluster.transport, namespace: config.cluster.namespace, timers: systemTimers });
    this.past = new LoggedHistory(
      () => {
        const { log } = this.#watched;
        return log instanceof FolderLog ? log : historyStoreOf(() => log);
      },
      () => this.live.clock.nowMs(),
      systemTimers,
    );
    // With sign-in each user sees only what their own permissions cover.
    this.rights = config.auth === "none" || cluster.reviews === undefined ? undefined : this.#createAccessControl(cluster.reviews);
    this.lab = this.#simulator === undefined ? undefined : this.#labOf(this.#simulator);
  }

  get simulator(): EmbeddedSimulator | undefined {
    return this.#simulator;
  }

  /** Throws before beginWatch. */
  get watch(): ClusterWatch {
    if (this.#watch === undefined) throw new Error("the cluster is not watched yet");
    return this.#watch;
  }

  beginWatch(): void {
    const { cluster, config, watchLog } = this.#parts;
    const source = { transport: cluster.transport, podWorkers: podWorkersSettings(config, cluster.credentials) };
    this.#watch = this.#watched.watch(source, this.live, watchLog, this.rights);
    const { log } = this.#watched;
    if (log instanceof FolderLog) this.#flushed = startFlushing(log, this.live, systemTimers);
  }

  /** Flushes the log in a history folder, and releases the folder. */
  async endHistory(): Promise<void> {
    await this.#flushed?.end();
    const { log } = this.#watched;
    if (log instanceof FolderLog) await log.close();
  }

  #createAccessControl(reviews: Reviews): AccessControl {
    const { build } = this.#parts;
    return new AccessControl({
      whole: () => ({
        live: this.live,
        reads: this.reads,
        frames: { build, timers: systemTimers, random: Math.random, wallNowMs: Date.now },
        statuses: () => this.#watched.live.statuses(),
        past: this.past,
        problem: this.#parts.watchLog.problem,
      }),
      ask: (person, namespaces, signal) => fetchUserRights(reviews, person, namespaces, signal),
      timers: systemTimers,
    });
  }

  #labOf(simulator: EmbeddedSimulator): Lab {
    return new Lab({
      environment: simulator,
      catalog: simulator.repertoire,
      begin: (beginning) => this.#begin(beginning),
      actionRunner: () => {
        if (this.acting === undefined) throw new Error("a simulated cluster can be acted on, whatever the flags");
        const { liveReadingOf } = liveReadings(this.live, this.reads, this.past);
        return { acting: this.acting, served: () => liveReadingOf({}) };
      },
      onClock: () => this.live.sendClock(),
      retryNow: () => this.watch.retryNow(),
      timers: systemTimers,
      wallNowMs: Date.now,
      speed: this.#parts.config.simulation.speed,
    });
  }

  /** Replaces the simulated cluster, on the same port if possible. The page is empty until the next one runs. */
  async #begin(beginning: StoryOrigin): Promise<EmbeddedSimulator> {
    const { config, version, watchLog } = this.#parts;
    const previous = this.#simulator;
    if (previous === undefined) throw new Error("there is no simulated cluster to replace");
    const identity = { ...simulatedIdentity({ story: beginning.story, url: previous.url }), version };
    this.live.begin(createWatchedCluster(config, identity, fixedClock(previous.clock.nowMs()), undefined).live);
    this.rights?.forgetAll();
    this.acting?.forget();
    await this.watch.close();
    const { replaceSimulator } = await import("../simulate/embedded-simulator.ts");
    const simulator = await replaceSimulator(previous, config.simulation, beginning);
    this.#simulator = simulator;
    this.#watched = createWatchedCluster(
      config,
      { ...simulatedIdentity(simulator), version },
      simulator.clock,
      this.#makeLog,
      this.#parts.templates,
    );
    this.live.begin(this.#watched.live);
    const transport = plainHttpTransport(simulator.url);
    this.reads.begin(transport);
    this.#watch = this.#watched.watch({ transport, podWorkers: podWorkersSettings(config, undefined) }, this.live, watchLog, this.rights);
    return simulator;
  }
}
