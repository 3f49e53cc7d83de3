import type { YamlAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useClusterQuery } from "../../../data/api/use-cluster-query.ts";
import { useFreshness } from "../../../data/hooks/cluster-context.ts";

/** Poll interval for changes of the object. */
const POLL_INTERVAL_MS = 5000;

/** Query parameters that identify the object. */
export type YamlQuery = Readonly<Record<string, string>>;

/** Returns the newest YAML of an object. Polls while the data is live and the page is visible. */
export function useYaml(query: YamlQuery) {
  const isLive = useFreshness().kind === "live";
  return useClusterQuery<YamlAnswer>(PATHS.yaml, query, { pollMs: isLive ? POLL_INTERVAL_MS : false });
}
