import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { Translate } from "../translate.ts";
import { causeOrPortSentence } from "./cause-text.ts";

/** Formats a cause with its number of nodes: `image agent:2 cannot be pulled on 3 nodes`. `hostPorts`:
 *  those of its template; one of them may be the taken port. `of`: the nodes on their way out, if they are others. */
export function causeOnNodes(
  t: Translate,
  cause: CauseFact,
  count: number,
  hostPorts: readonly number[] = [],
  of = t("model.concern.ofIts"),
): string {
  if (cause.kind === "nodeNotReady") return t("model.concern.notReadyNodes", { count });
  if (cause.kind === "kubeletSilent" || cause.kind === "nodeGone" || cause.kind === "noSuchNode")
    return t(`model.concern.${cause.kind}`, { count });
  if (cause.kind === "nodeLeaving" && cause.subject !== undefined)
    return t("model.concern.nodeLeaving", { count, subject: cause.subject, of });
  return t("model.concern.onNodes", { what: causeOrPortSentence(t, cause, hostPorts), count });
}
