import type { NodePod } from "@daemonscope/shared/http/node-pods";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the effect of deleting a pod. It depends on the pod's owner, and on whether the pod is wanted on its
 *  node. */
export function effectWords({ maker }: Pick<NodePod, "maker">, isWanted: (daemonSet: string) => boolean, t: Translate): string {
  switch (maker.kind) {
    case "daemonSet":
      return isWanted(maker.key) ? t("node.pods.effects.daemonSet") : t("node.pods.effects.daemonSetGone");
    case "controller":
      return maker.controller === "Job" ? t("node.pods.effects.job") : t("node.pods.effects.controller", { controller: maker.controller });
    case "static":
    case "orphan":
    case "nobody":
      return t(`node.pods.effects.${maker.kind}`);
  }
}
