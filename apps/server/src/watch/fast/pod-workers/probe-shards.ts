import { isJson, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { RetryPolicy } from "@daemonscope/kube-client/flow-control/retry-policy";
import { readBody } from "@daemonscope/kube-client/http/read-body";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { partitionResource } from "./pod-partition.ts";

/** Limit of a list with one whole pod. */
const LIMIT_BYTES = 16 * 1024 * 1024;

/** Reports whether this server supports shards of pods. A server with shards names the shard in the list; another
 *  server ignores the selector and sends all pods. A refusal means no. Throws KubeRequestError for refused
 *  credentials, for a rate limit, and without an answer. */
export async function supportsShards(transport: Transport, pace: RetryPolicy, timers: Timers, signal: AbortSignal): Promise<boolean> {
  const { path, query } = partitionResource({ kind: "shard", at: 0, of: 2 });
  try {
    const response = await transport.get(path, { ...query, limit: "1" }, { signal });
    const limits = { limitBytes: LIMIT_BYTES, silenceMs: pace.bodySilenceMs, timers };
    const list: unknown = JSON.parse(await readBody(`list pods`, new URL(transport.server).host, response, limits));
    const metadata = isJson(list) ? objectField(list, "metadata") : {};
    return (textField(objectField(metadata, "shardInfo"), "selector") ?? "") !== "";
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    const isRefusal = error instanceof KubeRequestError && error.httpStatus !== undefined && error.httpStatus < 500;
    if (isRefusal && error.code !== "unauthorized" && error.code !== "tooMany") return false;
    throw error;
  }
}
