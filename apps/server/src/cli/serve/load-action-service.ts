import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errorMessage } from "@daemonscope/kube/base/error-message";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { Credentials } from "@daemonscope/kube-client/http/caller";
import type { Audit } from "../../actions/journal/audit.ts";
import type { ActionService } from "../../actions/service/action-service.ts";
import { type FollowedRuntime, reviewsOf } from "../../clusters/followed/followed-runtime.ts";
import type { RelayedWriter } from "../../engine/relay/relay-target.ts";
import { relayedWriteTransport, relayMarks } from "../../engine/relay/relayed-transports.ts";
import { FolderInUseError, HistoryLock } from "../../history/storage/history-lock.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { runDetached } from "../../platform/run-detached.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { RunningCluster } from "../open/running-cluster.ts";
import type { ServeConfig } from "../options/parse-command.ts";

/** Returns the path of the audit file: the configured file, or one in the history folder. Undefined: only in memory. */
function auditFilePath({ audit, history }: Pick<ServeConfig, "audit" | "history">): string | undefined {
  return audit ?? (history === undefined ? undefined : join(history.folder, "actions.jsonl"));
}

/** Reports whether actions on this cluster are allowed: by flag, or because this process simulates it. */
export const areWritesAllowed = (
  { allowWrites }: Pick<ServeConfig, "allowWrites">,
  { simulator }: Pick<OpenCluster, "simulator">,
): boolean => allowWrites || simulator !== undefined;

/** Opens the audit file. Throws UsageError if another server writes it, or if it cannot be written. */
export async function openAuditLog(config: Pick<ServeConfig, "audit" | "history">, timers: Timers = systemTimers): Promise<Audit> {
  const { fileAudit, noAudit } = await import("../../actions/journal/audit.ts");
  const path = auditFilePath(config);
  if (path === undefined) return noAudit;
  return openExclusively(path, fileAudit, timers);
}

/** Opens a file that no other server and no other user writes, until it is closed. Throws UsageError. */
async function openExclusively<File extends { close(): void }>(path: string, open: (path: string) => File, timers: Timers): Promise<File> {
  const { UnsafeFileError } = await import("../../actions/journal/append-file.ts");
  const refusal = (why: string) => new UsageError(`--audit ${path} ${why}.`);
  const lock = await HistoryLock.takeAt(`${path}.lock`, timers).catch((cause: unknown) => {
    if (cause instanceof FolderInUseError)
      throw refusal(`is written by another server${cause.message}: name another file, because each server needs a separate one`);
    throw refusal(`cannot be locked against other servers (${codeOf(cause)}): name a file in a folder that this user can write`);
  });
  try {
    const file = open(path);
    return {
      ...file,
      close() {
        file.close();
        runDetached(lock.release());
      },
    };
  } catch (cause) {
    await lock.release();
    if (cause instanceof UnsafeFileError) throw refusal(cause.message);
    throw refusal(`cannot be written (${codeOf(cause)}): name another file, for what is done has to be written down`);
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : cause instanceof Error ? cause.message : "it cannot be opened";

const MARK_TIMEOUT_MS = 20_000;

/** No credentials, because the server on that address is this process. */
const withoutCredentials = (server: string): Credentials => {
  const noCredentials = () => Promise.resolve(0);
  return { server, authorize: noCredentials, authorizeAnonymous: noCredentials };
};

/**
 * Creates the actions on a cluster. Only the functions of this file load the code that writes. Without `--allow-writes`
 * that code is not in memory, except for a simulated cluster.
 */
export async function loadActionService(
  served: RunningCluster,
  cluster: OpenCluster,
  config: ServeConfig,
  audit: Audit,
  onProblem: (text: string) => void,
): Promise<ActionService> {
  const { createActionService, apiClientsWith } = await import("../../actions/service/create-action-service.ts");
  const isSimulated = cluster.simulator !== undefined;
  const acting = createActionService({
    apiClients: () =>
      apiClientsWith({
        ...(cluster.credentials ?? withoutCredentials(served.simulator?.url ?? cluster.transport.server)),
        timers: systemTimers,
      }),
    simulated: isSimulated,
    audit,
    cluster: cluster.identity.context,
    live: served.live,
    onActed: (marks) => served.live.addMarks(marks),
    showValues: config.showEnvValues,
    writesEvents: config.writeEvents,
    timers: systemTimers,
    wallNowMs: Date.now,
    onProblem,
  });
  served.acting = acting;
  return acting;
}

/** Creates the actions on a cluster through its collector, with the users' own tokens. */
export async function loadRelayedActionService(
  { stream, cluster, asks }: Omit<FollowedRuntime, "name">,
  { showEnvValues, writeEvents }: Pick<ServeConfig, "showEnvValues" | "writeEvents">,
  audit: Audit,
  onProblem: (text: string) => void,
): Promise<ActionService> {
  const { createActionService } = await import("../../actions/service/create-action-service.ts");
  const apiClients = { transport: relayedWriteTransport(asks), reviews: reviewsOf(asks) };
  return createActionService({
    apiClients: () => apiClients,
    simulated: false,
    audit,
    cluster: stream,
    live: cluster.live,
    onActed: (marks) => {
      if (marks.length === 0) return;
      relayMarks(asks, marks, AbortSignal.timeout(MARK_TIMEOUT_MS)).catch((error: unknown) =>
        onProblem(`the action is not marked in the log: ${errorMessage(error)}`),
      );
    },
    showValues: showEnvValues,
    writesEvents: writeEvents,
    timers: systemTimers,
    wallNowMs: Date.now,
    onProblem,
  });
}

/**
 * Creates the writes of a collector for other users, with an audit. Loaded only with `--allow-writes`. Throws
 * UsageError if the file cannot be written.
 */
export async function loadRelayedWriter(
  credentials: Credentials,
  { path, cluster, onProblem }: { readonly path: string; readonly cluster: string; readonly onProblem: (text: string) => void },
): Promise<{ readonly write: RelayedWriter; close(): void }> {
  const [{ apiClientsWith }, { createRelayedWriter }, { fileRequestAudit }] = await Promise.all([
    import("../../actions/service/create-action-service.ts"),
    import("../../actions/service/relayed-writer.ts"),
    import("../../actions/journal/request-audit.ts"),
  ]);
  const audit = await openExclusively(path, fileRequestAudit, systemTimers);
  const newId = () => randomBytes(12).toString("hex");
  const apiClients = apiClientsWith({ ...credentials, timers: systemTimers });
  return { write: createRelayedWriter({ apiClients, audit, cluster, wallNowMs: Date.now, newId, onProblem }), close: () => audit.close() };
}
