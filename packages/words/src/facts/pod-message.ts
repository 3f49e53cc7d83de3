import type { LastExit } from "@daemonscope/daemonset/pods/pod-problem";
import type { Translate } from "../translate.ts";

interface Ending {
  readonly message: string | undefined;
  readonly lastExit: LastExit | undefined;
}

/** Returns the full sentence behind a pod's reason: the API's message, or how its container ended. */
export function podMessage(t: Translate, { message, lastExit }: Ending): string | undefined {
  if (lastExit === undefined) return message;
  return lastExit.code === undefined ? t("laterModel.pod.lastExitUnknown") : t("laterModel.pod.lastExit", { code: lastExit.code });
}
