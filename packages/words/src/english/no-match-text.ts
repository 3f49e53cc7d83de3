import type { NoMatchReason } from "@daemonscope/daemonset/records/no-match-reason";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { plural } from "./plural.ts";

/** Formats the reason why no node wants a DaemonSet: `no node matches hw-rng=true`. */
export function noMatchText(nowhere: NoMatchReason): string {
  switch (nowhere.kind) {
    case "noNodes":
      return "the cluster has no node";
    case "name":
      return `its template names the node ${nowhere.check}, and there is none of that name`;
    case "label":
      return `no node matches ${nowhere.check}`;
    case "together":
      return "no node matches its selector and affinity as a whole";
    case "taint":
      return `${nowhere.check} keeps it off ${nowhere.nodes === 1 ? "the one node" : `the ${plural(nowhere.nodes, "node")}`} that ${nowhere.nodes === 1 ? "matches" : "match"}`;
    default:
      return assertNever(nowhere);
  }
}
