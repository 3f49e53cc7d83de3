import { randomBytes } from "node:crypto";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { Accounts } from "../../access/auth/accounts.ts";
import type { Audit } from "../../actions/journal/audit.ts";
import { loadAssets } from "../../api/assets/assets.ts";
import { dynamicClusters } from "../../clusters/clusters.ts";
import { FollowedClusters } from "../../clusters/followed/followed-clusters.ts";
import { createFollowedRuntime, type FollowedRuntime, reviewsOf } from "../../clusters/followed/followed-runtime.ts";
import { FollowedCluster } from "../../engine/follower/followed-cluster.ts";
import { RelayClient } from "../../engine/relay/relay-client.ts";
import { type Engine, openEngine } from "../../engine/stream/engine.ts";
import type { EngineOptions } from "../../engine/stream/engine-options.ts";
import { subjectsOf } from "../../engine/stream/stream-subjects.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { pageFolder } from "../../platform/page-folder.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import { readBuildId } from "../../platform/read-build-id.ts";
import { runDetached } from "../../platform/run-detached.ts";
import { tuneV8 } from "../../platform/v8-settings.ts";
import { VERSION } from "../../platform/version.ts";
import type { ServeConfig } from "../options/parse-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createSharedAuthenticator } from "./create-authenticator.ts";
import { loadRelayedActionService, openAuditLog } from "./load-action-service.ts";
import { loadCertificate } from "./load-certificate.ts";
import { runServer } from "./run-server.ts";

/** The most clusters that a heading names; with more, their total number follows. */
const MAX_NAMED = 3;

/** Follows the clusters in an engine, as they appear. */
function followedClusters(
  engine: Engine,
  config: ServeConfig,
  build: string,
  audit: Audit | undefined,
  terminal: Terminal,
): FollowedClusters {
  const callerId = randomBytes(12).toString("hex");
  return new FollowedClusters({
    listStreams: () => engine.listStreams(),
    onProblem: (text) => terminal.warn(`${text}.`),
    begin: async (stream, name) => {
      const onProblem = (text: string) => terminal.warn(`${stream}: ${text}.`);
      const cluster = new FollowedCluster({
        name: stream,
        engine: engine.url,
        stream: engine.streamOf(stream),
        receiveHeartbeats: (onHeartbeat, signal) => engine.receiveHeartbeats(stream, onHeartbeat, signal),
        isConnected: () => engine.isConnected,
        build,
        keepTemplate: createTemplateRedactor({ key: randomBytes(32), showValues: false }),
        timers: systemTimers,
        wallNowMs: Date.now,
        random: Math.random,
        onProblem,
      });
      const asks = new RelayClient({
        messages: engine.messages,
        cluster: stream,
        subjects: subjectsOf(stream),
        callerId,
        timers: systemTimers,
        silentMs: () => cluster.silentMs,
        firstHeartbeatWaitMs: () => cluster.firstHeartbeatWaitMs,
      });
      const followed: FollowedRuntime = { stream, name, cluster, asks };
      const acting = audit === undefined ? undefined : await loadRelayedActionService(followed, config, audit, onProblem);
      const part = createFollowedRuntime(followed, { build, signsIn: config.auth === "token", acting, onProblem });
      cluster.begin();
      return { followed, part };
    },
  });
}

/** A token belongs to the cluster of the page, or is tried in all clusters. */
const accountsOf = (clusters: FollowedClusters, isAlone: () => boolean): Accounts => ({
  clusterOf: (request) => request.clusterName ?? (isAlone() ? clusters.named[0]?.name : undefined),
  all: () => new Map(clusters.followed.map(({ name, asks }) => [name, reviewsOf(asks)])),
});

function nameOfAll(names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMED).join(", ");
  return names.length <= MAX_NAMED ? first : `${first} … (${names.length})`;
}

/**
 * `daemonscope serve --from URL`: serves the clusters whose logs are in an engine, until the user ends it. All
 * followers of a log produce the same frames (L1), so that a page can switch between such servers.
 */
export async function serveFollowed(config: ServeConfig, choice: EngineOptions, terminal: Terminal): Promise<void> {
  const tls = config.address.tls === undefined ? undefined : loadCertificate(config.address.tls);
  const engine = await openEngine(choice);
  engine.onLacking = (problem) => terminal.warn(`At ${engine.url} ${problem}.`);
  const assets = loadAssets(pageFolder(import.meta.url));
  const end = new AbortController();
  try {
    const audit = config.allowWrites ? await openAuditLog(config) : undefined;
    const followed = followedClusters(engine, config, readBuildId(VERSION, assets.index), audit, terminal);
    await followed.refresh().catch((error: unknown) => {
      if (error instanceof UsageError) throw error;
      terminal.warn(`The engine at ${engine.url} does not say yet which clusters it holds (${errorMessage(error)}): it is asked again.`);
    });
    const clusters = dynamicClusters(followed, config.allowWrites);
    const accounts = config.auth === "token" ? accountsOf(followed, () => clusters.several === undefined) : undefined;
    const configured = createSharedAuthenticator(config, {
      clusterName: (request) => accounts?.clusterOf(request) ?? nameOfAll(followed.named.map(({ name }) => name)),
      accounts,
    });
    configured.authenticator.whenOver?.((sessionId) => {
      for (const { rights, acting } of followed.named) {
        rights?.forget(sessionId);
        acting?.leave(sessionId);
      }
    });
    await runServer(
      {
        clusters,
        configured,
        assets,
        begin: () => {
          tuneV8();
          runDetached(followed.keepRefreshing(end.signal));
        },
        announce: () => {
          const names = followed.followed.map(({ stream }) => stream);
          terminal.print(`daemonscope ${VERSION} · ${names.length === 0 ? "no cluster yet" : names.join(", ")} from ${engine.url}`);
          if (names.length === 0)
            terminal.warn(`The engine at ${engine.url} holds no cluster yet: write one there with ${PROGRAM} collect --to ${engine.url}.`);
        },
        close: async (servers) => {
          end.abort();
          await followed.close();
          await Promise.all(servers.map((each) => each.close()));
          audit?.close();
        },
      },
      config,
      tls,
      terminal,
    );
  } finally {
    await engine.close();
  }
}
