import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns what helps a NotReady node. If Ready is False, the kubelet answers, so the machine exists. */
export function unreadyHelp(
  t: Translate,
  { name, ready }: Pick<NodeRecord, "name" | "ready">,
  conditions: NodeAnswer["conditions"],
): string {
  if (ready !== "False") return t("node.unreadyHelp");
  const message = conditions.find(({ type }) => type === "Ready")?.message ?? "";
  return t(/container runtime/i.test(message) ? "node.restartRuntime" : "node.repairNode", { name });
}
