import { type KubeErrorCode, KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { OpenCluster } from "./cluster-for-command.ts";

/** Errors that a retry cannot fix. */
const FINAL: readonly KubeErrorCode[] = [
  "refused",
  "unreachable",
  "certificate",
  "protocol",
  "credentials",
  "unauthorized",
  "notKubernetes",
];

/**
 * Sends one request to the cluster before a command begins, so that a wrong address is an error at once.
 * `isTimeFinal`: a timeout is an error too. Throws UsageError.
 */
export async function checkConnection({ transport, words }: OpenCluster, stop: AbortSignal, isTimeFinal: boolean): Promise<void> {
  try {
    const answer = await transport.get("/version", {}, { signal: stop });
    answer.destroy();
  } catch (error) {
    if (!(error instanceof KubeRequestError)) throw error;
    // A server that hides its version, or is busy, may still serve the requests that matter.
    if (FINAL.includes(error.code) || (isTimeFinal && error.code === "timeout")) throw new UsageError(`${words}: ${error.message}.`);
  }
}
