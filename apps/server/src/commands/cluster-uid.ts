import { systemTimers } from "../clock.ts";
import { objectField, textField } from "../cluster/decode/fields.ts";
import { getObject } from "../cluster/get-object.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { KUBE_SYSTEM_PATH } from "../cluster/resources.ts";
import type { Transport } from "../cluster/transport.ts";

/** A longer wait would delay the start. After a timeout, two contexts of one cluster are served as two clusters. */
const PATIENCE_MS = 1500;

/**
 * Returns the unique id of a cluster: the uid of its namespace kube-system. Undefined if it may not be read, or does
 * not arrive in time.
 */
export async function clusterUid(transport: Transport, stop: AbortSignal): Promise<string | undefined> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    return textField(objectField(await getObject(transport, KUBE_SYSTEM_PATH, { signal, timers: systemTimers }), "metadata"), "uid");
  } catch (error) {
    if (error instanceof KubeRequestError || signal.aborted) return undefined;
    throw error;
  }
}
