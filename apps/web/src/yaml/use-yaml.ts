import type { YamlAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useClusterQuery } from "../api/use-cluster-query.ts";
import { useFreshness } from "../cluster/cluster-context.ts";

/** How often it is looked whether the object has changed. */
const LOOK_EVERY_MS = 5000;

/** Which object, as parameters of the server. */
export type YamlAsked = Readonly<Record<string, string>>;

/** The newest of an object's YAML, looked at again and again as long as the page is live and somebody looks at it. */
export function useYaml(asked: YamlAsked) {
  const isLive = useFreshness().kind === "live";
  return useClusterQuery<YamlAnswer>(PATHS.yaml, asked, { lookAgainMs: isLive ? LOOK_EVERY_MS : false });
}
