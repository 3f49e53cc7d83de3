import type { NoMatchReason } from "@daemonscope/daemonset/records/no-match-reason";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Translate } from "../translate.ts";

/** Returns why no node is eligible for a DaemonSet: `no node matches hw-rng=true`. */
export function noMatchText(t: Translate, nowhere: NoMatchReason): string {
  switch (nowhere.kind) {
    case "noNodes":
      return t("model.nowhere.noNodes");
    case "name":
      return t("model.nowhere.name", { check: nowhere.check });
    case "label":
      return t("model.nowhere.label", { check: nowhere.check });
    case "together":
      return t("model.nowhere.together");
    case "taint":
      return t("model.nowhere.taint", { check: nowhere.check, count: nowhere.nodes });
    default:
      return assertNever(nowhere);
  }
}
