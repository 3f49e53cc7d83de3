import { ageText, humanDuration } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../i18n/translator.ts";

/** A duration, with the units of the language. */
export const lastedText = (t: Translate, ms: number): string => t("chrome.age", { age: humanDuration(ms) });

/** The time since a moment, with the units of the language; empty if the moment is unknown. */
export const ageSince = (t: Translate, sinceMs: number | undefined, nowMs: number): string =>
  sinceMs === undefined ? "" : t("chrome.age", { age: ageText(nowMs - sinceMs) });
