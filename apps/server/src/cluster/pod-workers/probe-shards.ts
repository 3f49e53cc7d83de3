import type { Timers } from "../../clock.ts";
import { isJson, objectField, textField } from "../decode/fields.ts";
import { KubeRequestError } from "../kube-request-error.ts";
import type { Pace } from "../pace.ts";
import { readBody } from "../read-body.ts";
import type { Transport } from "../transport.ts";
import { resourceOfPart } from "./pod-part.ts";

/** Of one pod, whole. */
const LIMIT_BYTES = 16 * 1024 * 1024;

/** Whether this server gives out pods by shards: one that does says in a list which shard it is of, and one that does not takes no notice and gives all.
 *  A refusal is an answer. Throws KubeRequestError when there is none. */
export async function givesShards(transport: Transport, pace: Pace, timers: Timers, signal: AbortSignal): Promise<boolean> {
  const { path, query } = resourceOfPart({ kind: "shard", at: 0, of: 2 });
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
