import type { YamlAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import { usePolledAnswer } from "../use-polled-answer.ts";

/** Query parameters that identify the object. */
export type YamlQuery = Readonly<Record<string, string>>;

/** Returns the newest YAML of an object. */
export const useYaml = (query: YamlQuery) => usePolledAnswer<YamlAnswer>(PATHS.yaml, query);
