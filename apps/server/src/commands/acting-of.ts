import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { systemTimers } from "../clock.ts";
import type { Credentials } from "../cluster/asker.ts";
import type { ServeConfig } from "../command-line/config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import type { WritesForOthers } from "../relay/asked-cluster.ts";
import { relayActed, relayedWriteTransport } from "../relay/relayed-transports.ts";
import type { Acting } from "../writes/acting.ts";
import type { Audit } from "../writes/audit.ts";
import type { OpenCluster } from "./cluster-for-command.ts";
import { type Followed, reviewsOf } from "./followed-part.ts";
import type { ServedCluster } from "./served-cluster.ts";

/** Where it is written down what was done: the file that was named, else beside the past that is kept; undefined: only in memory. */
export function auditFileOf({ audit, history }: Pick<ServeConfig, "audit" | "history">): string | undefined {
  return audit ?? (history === undefined ? undefined : join(history.folder, "actions.jsonl"));
}

/** Whether anything may be done to this cluster: it was allowed, or it is simulated by this process. */
export const mayAct = ({ allowWrites }: Pick<ServeConfig, "allowWrites">, { simulator }: Pick<OpenCluster, "simulator">): boolean =>
  allowWrites || simulator !== undefined;

/** Opens the file of what is done. Throws UsageError where it cannot be written. */
export async function openAudit(config: ServeConfig): Promise<Audit> {
  const { fileAudit, noAudit } = await import("../writes/audit.ts");
  const path = auditFileOf(config);
  if (path === undefined) return noAudit;
  return written(path, fileAudit);
}

function written<File>(path: string, open: (path: string) => File): File {
  try {
    return open(path);
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause ? String(cause.code) : "it cannot be opened";
    throw new UsageError(`--audit ${path} cannot be written (${why}): name another file, for what is done has to be written down.`);
  }
}

const MARK_MS = 20_000;

/** No credentials: who listens there is this process itself. */
const plain = (server: string): Credentials => {
  const nothing = () => Promise.resolve(0);
  return { server, authorize: nothing, authorizeNobody: nothing };
};

/** What acts on a cluster. The code that can write is loaded here and nowhere else: without `--allow-writes`, and but for a simulated cluster, it is not in memory. */
export async function actingOf(
  served: ServedCluster,
  cluster: OpenCluster,
  config: ServeConfig,
  audit: Audit,
  onProblem: (text: string) => void,
): Promise<Acting> {
  const { makeActing, waysBy } = await import("../writes/make-acting.ts");
  const isSimulated = cluster.simulator !== undefined;
  const acting = makeActing({
    ways: () => waysBy({ ...(cluster.credentials ?? plain(served.simulator?.url ?? cluster.transport.server)), timers: systemTimers }),
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

/** What acts on a cluster through its collector, with people's own tokens. */
export async function relayedActing(
  { stream, cluster, asks }: Omit<Followed, "name">,
  { showEnvValues, writeEvents }: Pick<ServeConfig, "showEnvValues" | "writeEvents">,
  audit: Audit,
  onProblem: (text: string) => void,
): Promise<Acting> {
  const { makeActing } = await import("../writes/make-acting.ts");
  const ways = { transport: relayedWriteTransport(asks), reviews: reviewsOf(asks) };
  return makeActing({
    ways: () => ways,
    simulated: false,
    audit,
    cluster: stream,
    live: cluster.live,
    onActed: (marks) => {
      if (marks.length === 0) return;
      relayActed(asks, marks, AbortSignal.timeout(MARK_MS)).catch((error: unknown) =>
        onProblem(`what was done is not marked in the log: ${error instanceof Error ? error.message : String(error)}`),
      );
    },
    showValues: showEnvValues,
    writesEvents: writeEvents,
    timers: systemTimers,
    wallNowMs: Date.now,
    onProblem,
  });
}

/** What a collector sends for others, and writes down: loaded only where it was started with `--allow-writes`. Throws UsageError where the file cannot be written. */
export async function writingForOthers(
  credentials: Credentials,
  { path, cluster, onProblem }: { readonly path: string; readonly cluster: string; readonly onProblem: (text: string) => void },
): Promise<{ readonly write: WritesForOthers; close(): void }> {
  const [{ waysBy }, { writesForOthers }, { fileRequestAudit }] = await Promise.all([
    import("../writes/make-acting.ts"),
    import("../writes/writes-for-others.ts"),
    import("../writes/request-audit.ts"),
  ]);
  const audit = written(path, fileRequestAudit);
  const newId = () => randomBytes(12).toString("hex");
  const ways = waysBy({ ...credentials, timers: systemTimers });
  return { write: writesForOthers({ ways, audit, cluster, wallNowMs: Date.now, newId, onProblem }), close: () => audit.close() };
}
