import type { NoMatchReason } from "@daemonscope/daemonset/records/no-match-reason";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { plural } from "./plural.ts";

/** Formats the reason why a DaemonSet is eligible for no node: `no node matches hw-rng=true`. */
export function noMatchText(reason: NoMatchReason): string {
  switch (reason.kind) {
    case "noNodes":
      return "the cluster has no node";
    case "name":
      return `its template names the node ${reason.check}, and there is none of that name`;
    case "label":
      return `no node matches ${reason.check}`;
    case "together":
      return "no node matches its selector and affinity as a whole";
    case "taint":
      return `${reason.check} keeps it off ${reason.nodes === 1 ? "the one node" : `the ${plural(reason.nodes, "node")}`} that ${reason.nodes === 1 ? "matches" : "match"}`;
    default:
      return assertNever(reason);
  }
}
