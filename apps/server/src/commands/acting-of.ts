import { join } from "node:path";
import { systemTimers } from "../clock.ts";
import type { Credentials } from "../cluster/asker.ts";
import type { ServeConfig } from "../command-line/config.ts";
import { UsageError } from "../command-line/usage-error.ts";
import type { Acting } from "../writes/acting.ts";
import type { Audit } from "../writes/audit.ts";
import type { OpenCluster } from "./open-cluster.ts";
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
  try {
    return fileAudit(path);
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause ? String(cause.code) : "it cannot be opened";
    throw new UsageError(`--audit ${path} cannot be written (${why}): name another file, for what is done has to be written down.`);
  }
}

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
  const { makeActing } = await import("../writes/make-acting.ts");
  const isSimulated = cluster.simulator !== undefined;
  const acting = makeActing({
    credentials: () => (cluster.credentials === undefined ? plain(served.simulator?.url ?? cluster.transport.server) : cluster.credentials),
    simulated: isSimulated,
    audit,
    cluster: cluster.identity.context,
    live: served.live,
    showValues: config.showEnvValues,
    writesEvents: config.writeEvents,
    timers: systemTimers,
    wallNowMs: Date.now,
    onProblem,
  });
  served.acting = acting;
  return acting;
}
