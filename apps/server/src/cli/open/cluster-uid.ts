import { objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { KUBE_SYSTEM_PATH } from "@daemonscope/kube-client/http/resources";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { getObject } from "@daemonscope/kube-client/read/get-object";

/** A longer wait would delay the start. After a timeout, two contexts of one cluster are served as two clusters. */
const TIMEOUT_MS = 1500;

/**
 * Returns the unique id of a cluster: the uid of its namespace kube-system. Undefined if it may not be read, or does
 * not arrive in time.
 */
export async function clusterUid(transport: Transport, stop: AbortSignal): Promise<string | undefined> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    return textField(objectField(await getObject(transport, KUBE_SYSTEM_PATH, { signal, timers: systemTimers }), "metadata"), "uid");
  } catch (error) {
    if (error instanceof KubeRequestError || signal.aborted) return undefined;
    throw error;
  }
}
