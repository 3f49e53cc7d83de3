import type { NodePod } from "@daemonscope/shared/http/node-pods";
import type { Translate } from "../../words/i18n/translator.ts";

/** Returns the effect of deleting a pod. It depends on the pod's owner, and on whether the pod is wanted on its
 *  node. */
export function effectWords({ owner }: Pick<NodePod, "owner">, isWanted: (daemonSet: string) => boolean, t: Translate): string {
  switch (owner.kind) {
    case "daemonSet":
      return isWanted(owner.key) ? t("node.pods.effects.daemonSet") : t("node.pods.effects.daemonSetGone");
    case "controller":
      return owner.controller === "Job" ? t("node.pods.effects.job") : t("node.pods.effects.controller", { controller: owner.controller });
    case "static":
    case "orphan":
    case "nobody":
      return t(`node.pods.effects.${owner.kind}`);
  }
}
