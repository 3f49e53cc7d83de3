import type { SourceReadState } from "../../data/freshness/source-read-state.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import type { Agent } from "./select-agents.ts";

/** Returns how many agents the node lacks, and which, in one sentence; undefined if it lacks none. While pods are not
 *  read, this is unknown (rule C13). `reading`: the read state of pods. */
export function missingAgentsText(agents: readonly Agent[], reading: SourceReadState, t: Translate): string | undefined {
  const wanted = agents.filter(({ entry }) => entry.verdict === "run");
  const lacking = wanted.filter((agent) => agent.isLacking);
  if (wanted.length === 0) return t("node.agents.none");
  if (reading !== "read") return t(reading === "awaited" ? "node.agents.unknownYet" : "node.agents.unknown", { count: wanted.length });
  if (lacking.length === 0) return undefined;
  const names = lacking.map(({ entry }) => entry.key).join(t("model.listComma"));
  if (lacking.length === wanted.length) return t("node.agents.lacksAll", { count: lacking.length, names });
  return t("node.agents.lacks", { count: lacking.length, all: wanted.length, names });
}
