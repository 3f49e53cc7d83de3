import { randomBytes } from "node:crypto";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { systemClock, systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { UnusableCluster } from "../../clusters/cluster-runtime.ts";
import { duplicateClusterNotes } from "../../clusters/followed/followed-clusters.ts";
import { FollowedCluster } from "../../engine/follower/followed-cluster.ts";
import { RelayClient } from "../../engine/relay/relay-client.ts";
import { relayedTransport } from "../../engine/relay/relayed-transports.ts";
import { type Engine, type LogStreamListing, openEngine } from "../../engine/stream/engine.ts";
import type { EngineOptions } from "../../engine/stream/engine-options.ts";
import { subjectsOf } from "../../engine/stream/stream-subjects.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import { readBuildId } from "../../platform/read-build-id.ts";
import { VERSION } from "../../platform/version.ts";
import type { FollowOptions } from "../options/cluster-options.ts";
import type { OpenCluster } from "./cluster-for-command.ts";
import { FollowedModel } from "./followed-model.ts";
import { notFoundError } from "./select-keys.ts";

/** kubectl's default namespace. A log has no context that names another one. */
const DEFAULT_NAMESPACE = "default";

/** The requested clusters of an engine, in that order, or all. */
export interface FollowedStreams {
  readonly opened: readonly { readonly name: string; readonly cluster: OpenCluster }[];
  readonly unusable: readonly UnusableCluster[];
  readonly notes: readonly string[];
}

/**
 * Creates a cluster whose log is followed once its model is requested. Data that only the API server has comes through
 * its collector. Requests without a user's token need a collector with --open-reads.
 */
function followedCluster(engine: Engine, name: string, close: () => Promise<void>): OpenCluster {
  const random = Math.random;
  const cluster = new FollowedCluster({
    name,
    engine: engine.url,
    stream: engine.streamOf(name),
    receiveHeartbeats: (onHeartbeat, signal) => engine.receiveHeartbeats(name, onHeartbeat, signal),
    isConnected: () => engine.isConnected,
    build: readBuildId(VERSION, ""),
    keepTemplate: createTemplateRedactor({ key: randomBytes(32), showValues: false }),
    timers: systemTimers,
    wallNowMs: Date.now,
    random,
    // The model reports problems of the log as staleness.
    onProblem: () => undefined,
  });
  const callerId = randomBytes(12).toString("hex");
  const relayClient = new RelayClient({
    messages: engine.messages,
    cluster: name,
    subjects: subjectsOf(name),
    callerId,
    timers: systemTimers,
  });
  return {
    transport: relayedTransport(relayClient, { kind: "collector" }),
    // Known once the log is read.
    get identity() {
      return cluster.live.log.state.cluster;
    },
    clock: systemClock,
    namespace: DEFAULT_NAMESPACE,
    get words() {
      return `${this.identity.simulated ? "SIMULATED " : ""}cluster "${name}" in ${engine.url}`;
    },
    simulator: undefined,
    warnings: [],
    modelOf: (options) => new FollowedModel(cluster, options),
    async close() {
      relayClient.close();
      await cluster.close();
      await close();
    },
  };
}

async function listLogs(engine: Engine): Promise<readonly LogStreamListing[]> {
  try {
    const all = await engine.listStreams();
    if (all.length > 0) return all;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The engine at ${engine.url} does not say which clusters it holds: ${errorMessage(error)}.`);
  }
  throw new UsageError(`The engine at ${engine.url} holds no cluster yet: write one there with ${PROGRAM} collect --to ${engine.url}.`);
}

function streamNamed(all: readonly LogStreamListing[], name: string, url: string): LogStreamListing {
  const stream = all.find((each) => each.name === name);
  if (stream !== undefined) return stream;
  throw notFoundError(
    "cluster",
    name,
    ` in ${url}`,
    all.map((each) => each.name),
  );
}

/**
 * Opens clusters of an engine: those with these names, or all. Throws UsageError if the engine is unreachable or
 * empty, lacks a name, or holds no cluster that can be followed.
 */
export async function openFollowedStreams(choice: EngineOptions, names: readonly string[]): Promise<FollowedStreams> {
  const engine = await openEngine(choice);
  try {
    const all = await listLogs(engine);
    const selected = names.length === 0 ? all : names.map((name) => streamNamed(all, name, choice.url));
    const usable = selected.filter(({ problem }) => problem === undefined);
    const unusable = selected.flatMap(({ name, problem }) =>
      problem === undefined ? [] : [{ name, context: name, problem: `${problem}.` }],
    );
    const [broken] = unusable;
    if (usable.length === 0 && broken !== undefined) throw new UsageError(broken.problem);
    let open = usable.length;
    const closeOne = async () => {
      if (--open === 0) await engine.close();
    };
    const opened = usable.map(({ name }) => ({ name, cluster: followedCluster(engine, name, closeOne) }));
    return { opened, unusable, notes: duplicateClusterNotes(selected) };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Rejects a choice among several clusters of an engine, including unusable ones, because without a name any could be
 * meant. Throws UsageError.
 */
export function requireSingleStream(names: readonly string[], url: string): void {
  if (names.length === 1) return;
  throw new UsageError(
    `The engine at ${url} holds ${names.length} clusters, and this is asked of one: name it with --cluster ${names.slice(0, 10).join(" or ")}.`,
  );
}

/** Opens one cluster of an engine: the named one, or the only one. Throws UsageError. */
export async function openFollowed({ engine, cluster }: FollowOptions): Promise<OpenCluster> {
  const { opened, unusable } = await openFollowedStreams(engine, cluster === undefined ? [] : [cluster]);
  try {
    requireSingleStream(
      [...opened, ...unusable].map(({ name }) => name),
      engine.url,
    );
  } catch (error) {
    await Promise.all(opened.map((each) => each.cluster.close()));
    throw error;
  }
  // If none can be followed, the previous call threw the reason.
  const [only] = opened;
  if (only === undefined) throw new Error("a cluster of an engine was neither opened nor refused");
  return only.cluster;
}
