import type { LastExit } from "@daemonscope/daemonset/pods/pod-problem";
import { english } from "../english.ts";
import type { Translate } from "../translate.ts";

interface Ending {
  /** The API's, or the English text of `lastExit`. */
  readonly message: string | undefined;
  readonly lastExit: LastExit | undefined;
}

const exitText = (t: Translate, { code }: LastExit): string =>
  code === undefined ? t("laterModel.pod.lastExitUnknown") : t("laterModel.pod.lastExit", { code });

/** Returns the full sentence behind a pod's reason: the API's message, otherwise how its container ended. */
export function podMessage(t: Translate, { message, lastExit }: Ending): string | undefined {
  if (lastExit === undefined || (message !== undefined && message !== exitText(english, lastExit))) return message;
  return exitText(t, lastExit);
}
