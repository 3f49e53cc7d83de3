import { ageText } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../i18n/translator.ts";

/** The time since a moment, with the units of the language; empty if the moment is unknown. */
export const ageSince = (t: Translate, sinceMs: number | undefined, nowMs: number): string =>
  sinceMs === undefined ? "" : t("chrome.age", { age: ageText(nowMs - sinceMs) });
