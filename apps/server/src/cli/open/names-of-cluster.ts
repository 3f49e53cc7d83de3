import { objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { listObjects } from "@daemonscope/kube-client/read/list-objects";
import { clusterPlanOf } from "../options/cluster-options.ts";
import { parseFlags } from "../parse/parse-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openCluster } from "./open-cluster.ts";

/** The longest acceptable wait after Tab. */
const TIMEOUT_MS = 5000;
/** The most names that are useful in a list. */
const MAX_NAMES = 500;

/**
 * Returns the names of a kind in the cluster that these words select, in the order of the API, each once. Throws
 * UsageError and ConnectionError as the command would, and KubeRequestError.
 */
export async function namesOfCluster(
  kind: "daemonsets" | "nodes",
  words: readonly string[],
  terminal: Terminal,
): Promise<readonly string[]> {
  const flags = parseFlags(words, terminal.environment);
  const plan = clusterPlanOf(flags);
  const cluster = await openCluster(plan, "refused", terminal);
  try {
    const namespace = flags.values.has("all-namespaces") ? undefined : (plan.cluster.namespace ?? cluster.namespace);
    const { path } = inNamespace(WATCHED[kind], namespace);
    const signal = AbortSignal.any([terminal.stop, AbortSignal.timeout(TIMEOUT_MS)]);
    const { objects } = await listObjects(cluster.transport, { path, limit: MAX_NAMES, signal }, (object) =>
      textField(objectField(object, "metadata"), "name"),
    );
    return [...new Set(objects)];
  } finally {
    await cluster.close();
  }
}
