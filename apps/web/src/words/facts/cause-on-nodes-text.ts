import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { shortImage } from "@daemonscope/words/english/cause-on-nodes";
import type { Translate } from "../i18n/translator.ts";
import { causeWords } from "./cause-text.ts";

function problemText(t: Translate, cause: CauseFact, hostPorts: readonly number[]): string {
  return cause.kind === "reason" && cause.image !== undefined
    ? t("model.concern.imageNotPulled", { image: shortImage(cause.image) })
    : causeWords(t, cause, hostPorts);
}

/** Returns a cause, and its number of nodes. `hostPorts`: those of the template; one of them may be taken. */
export function causeOnNodesText(t: Translate, cause: CauseFact, count: number, hostPorts: readonly number[] = []): string {
  if (cause.kind === "nodeNotReady") return t("model.concern.notReadyNodes", { count });
  return t("model.concern.onNodes", { what: problemText(t, cause, hostPorts), count });
}
