import { type KubeErrorCode, KubeRequestError } from "../cluster/kube-request-error.ts";
import { UsageError } from "../command-line/usage-error.ts";
import type { OpenCluster } from "./cluster-for-command.ts";

/** What a second try will not mend. */
const FINAL: readonly KubeErrorCode[] = [
  "refused",
  "unreachable",
  "certificate",
  "protocol",
  "credentials",
  "unauthorized",
  "notKubernetes",
];

/** Asks the cluster once before a command begins, so that a wrong address is a sentence at once and not a wait. `isTimeFinal`: so is an answer that takes
 *  too long. Throws UsageError. */
export async function checkConnection({ transport, words }: OpenCluster, stop: AbortSignal, isTimeFinal: boolean): Promise<void> {
  try {
    const answer = await transport.get("/version", {}, { signal: stop });
    answer.destroy();
  } catch (error) {
    if (!(error instanceof KubeRequestError)) throw error;
    // A server that hides its version, or is busy, may well answer what matters.
    if (FINAL.includes(error.code) || (isTimeFinal && error.code === "timeout")) throw new UsageError(`${words}: ${error.message}.`);
  }
}
