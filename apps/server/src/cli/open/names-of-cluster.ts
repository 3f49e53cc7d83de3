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

type NameSource = "daemonsets" | "daemonSetKeys" | "namespaces" | "nodes";

/**
 * Returns names in the cluster that these words select, in the order of the API, each once. Namespaces are those that
 * have DaemonSets; a key is `NAMESPACE/NAME`. Throws UsageError and ConnectionError as the command would, and
 * KubeRequestError.
 */
export async function namesOfCluster(source: NameSource, words: readonly string[], terminal: Terminal): Promise<readonly string[]> {
  const flags = parseFlags(words, terminal.environment);
  const plan = clusterPlanOf(flags);
  const cluster = await openCluster(plan, "refused", terminal);
  try {
    const isInAll = source !== "daemonsets" || flags.values.has("all-namespaces");
    const namespace = isInAll ? undefined : (plan.cluster.namespace ?? cluster.namespace);
    const { path } = inNamespace(WATCHED[source === "nodes" ? "nodes" : "daemonsets"], namespace);
    const signal = AbortSignal.any([terminal.stop, AbortSignal.timeout(TIMEOUT_MS)]);
    const { objects } = await listObjects(cluster.transport, { path, limit: MAX_NAMES, signal }, (object) => {
      const metadata = objectField(object, "metadata");
      const [inside, name] = [textField(metadata, "namespace"), textField(metadata, "name")];
      return source === "namespaces" ? inside : source === "daemonSetKeys" ? `${inside}/${name}` : name;
    });
    return [...new Set(objects)];
  } finally {
    await cluster.close();
  }
}
