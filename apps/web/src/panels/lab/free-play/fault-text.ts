import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { LabFault } from "@daemonscope/shared/http/lab";
import type { LabTranslate } from "../lab-text.ts";

/** Names the affected watches, as the subject of a sentence. */
const watchWords = ({ resource }: { readonly resource?: string }, t: LabTranslate): string =>
  resource === undefined ? t("faults.everyWatch") : t("faults.watchOf", { resource });

/** Describes a fault of the API server in the user's language. */
export function faultSentence(fault: LabFault, t: LabTranslate): string {
  switch (fault.verb) {
    case "drop-watches":
      return t(fault.how === "reset" ? "faults.reset" : "faults.ended", { watch: watchWords(fault, t) });
    case "stall":
      return t("faults.stalled", { watch: watchWords(fault, t) });
    case "resume":
      return t("faults.resumed", { watch: watchWords(fault, t) });
    case "garbage":
      return t("faults.garbage", { watch: watchWords(fault, t) });
    case "expire-history":
      return t("faults.historyExpired");
    case "older-state":
      return t("faults.olderState", { secondsAgo: fault.secondsAgo });
    case "refuse":
      return t("faults.refused", { resource: fault.resource, status: fault.status, count: fault.times });
    case "slow":
      return fault.ms > 0 ? t("faults.slower", { ms: fault.ms }) : t("faults.fastAgain");
    case "forbid":
      return t("faults.forbidden", { resource: fault.resource });
    case "allow":
      return t("faults.allowed", { resource: fault.resource });
    default:
      return assertNever(fault);
  }
}
