import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { Translate } from "../translate.ts";
import { causeOrPortText } from "./cause-text.ts";

/** Returns an image without its registry and path: `fluentd:v9`. A digest is cut to its first 12 digits. */
export function shortImage(image: string): string {
  const name = image.slice(image.lastIndexOf("/") + 1);
  return name.replace(/@sha256:([0-9a-f]{12})[0-9a-f]*$/, "@$1");
}

function imageOrCause(t: Translate, cause: CauseFact, hostPorts: readonly number[]): string {
  return cause.kind === "reason" && cause.image !== undefined
    ? t("model.concern.imageNotPulled", { image: shortImage(cause.image) })
    : causeOrPortText(t, cause, hostPorts);
}

/** Formats a cause with its number of nodes: `image agent:2 cannot be pulled on 3 nodes`. `hostPorts`: those of its
 *  template; one of them may be the taken port. */
export function causeOnNodes(t: Translate, cause: CauseFact, count: number, hostPorts: readonly number[] = []): string {
  if (cause.kind === "nodeNotReady") return t("model.concern.notReadyNodes", { count });
  if (cause.kind === "kubeletSilent" || cause.kind === "nodeGone") return t(`model.concern.${cause.kind}`, { count });
  return t("model.concern.onNodes", { what: imageOrCause(t, cause, hostPorts), count });
}
