import type { Translate } from "../../words/i18n/translator.ts";
import type { PodPageParts } from "./page-parts.ts";

type Gone = PodPageParts<"gone">["answer"];

/** Returns what happened to the pod, in one sentence. */
export function podGoneText(t: Translate, { daemonSet, node, replacedBy }: Gone, namespace: string): string {
  if (daemonSet === undefined) return t("pod.gone.unknown", { namespace });
  if (node === undefined) return t("pod.gone.unknownNode", { daemonSet });
  if (replacedBy.length === 0) return t("pod.gone.notReplaced", { daemonSet, node });
  const names = replacedBy.map(({ name }) => name).join(t("model.listComma"));
  return t("pod.gone.replaced", { count: replacedBy.length, names, node });
}
