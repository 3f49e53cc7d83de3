import type { BackoffLoopFact, BrokenNodes, ConcernDetail, StallCause, SurgeClash } from "@daemonscope/daemonset/records/concern-detail";
import type { NodeLossCause } from "@daemonscope/daemonset/records/node-loss-cause";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { causeOnNodes } from "./cause-on-nodes.ts";
import { causeText } from "./cause-text.ts";
import { plural } from "./plural.ts";
import { utcTime } from "./utc-time.ts";

/** Formats the change of a node after which it wants no pod any longer. */
export function nodeLossText(what: NodeLossCause): string {
  switch (what.kind) {
    case "labels":
      return `label ${what.keys.join(", ")}`;
    case "taint":
      return `taint ${what.taint}`;
    default:
      return assertNever(what);
  }
}

function brokenText({ count, reached, rival, sickBefore, sickWithout }: BrokenNodes): string {
  const revisions = rival === undefined ? "the new revision" : `the new revision or that of ${rival}`;
  const before = sickBefore === 0 ? "" : `, ${plural(sickBefore, "was", "were")} NotReady before`;
  const without = sickWithout === 0 ? "" : `, ${plural(sickWithout, "is", "are")} NotReady without it`;
  return `${count} of ${reached} nodes that got ${revisions} went NotReady${before}${without}`;
}

function clashText({ kind, ports }: SurgeClash): string {
  const onePodOnly = `maxSurge needs two pods on a node, but only one can hold host ${ports.length === 1 ? "port" : "ports"} ${ports.join(", ")}`;
  switch (kind) {
    case "surgeFails":
      return onePodOnly;
    case "surgeWillFail":
      return `the next rollout cannot work: ${onePodOnly}`;
    default:
      return assertNever(kind);
  }
}

function loopText({ reason, atLeast, count, node }: BackoffLoopFact): string {
  return `${reason}, ${atLeast ? "at least " : ""}${count} times on ${node}`;
}

function behindText(behind: StallCause): string {
  switch (behind.kind) {
    case "broken":
      return brokenText(behind);
    case "surgeFails":
    case "surgeWillFail":
      return clashText(behind);
    case "loop": {
      const next = behind.nextTryAtMs === undefined ? "" : `, next try at ${utcTime(behind.nextTryAtMs)} UTC or later`;
      return `${loopText(behind)}${next}`;
    }
    default:
      return assertNever(behind);
  }
}

function heldText({ count, cause, behind }: Extract<ConcernDetail, { kind: "held" }>, hostPorts: readonly number[]): string {
  return behind === undefined ? causeOnNodes(cause, count, hostPorts) : behindText(behind);
}

/** Formats a concern as one sentence without a full stop. The cause is first: `image agent:2 cannot be pulled on 3
 *  nodes`. The duration follows from `sinceMs`, because a sentence would become outdated. `hostPorts`: those of its
 *  template. */
export function concernText(detail: ConcernDetail, hostPorts: readonly number[] = []): string {
  switch (detail.kind) {
    case "held":
      return heldText(detail, hostPorts);
    case "notObserved":
      return `the controller has not observed generation ${detail.generation}, it is at ${detail.observedGeneration}`;
    case "idle":
      return `${detail.free} of ${plural(detail.allowed, "slot")} free, and the controller replaces no pod`;
    case "passedOver":
      return `the controller forgot ${plural(detail.count, "node")}: the new pod is available there, and the old one stays`;
    case "broken":
      return brokenText(detail);
    case "surgeFails":
    case "surgeWillFail":
      return clashText(detail);
    case "loops":
      return `pods fail and are made again on ${plural(detail.nodes, "node")}: ${loopText(detail.longest)}`;
    case "dropped": {
      const { before, desired, count, whatCount } = detail;
      const gone = before - desired === count ? "" : `, ${plural(count, "node still exists", "nodes still exist")}`;
      const what = `${nodeLossText(detail.what)} changed on ${whatCount === count ? plural(count, "node") : `${whatCount} of ${plural(count, "node")}`}`;
      return `desired fell from ${before} to ${desired}${gone}: ${what}`;
    }
    case "failing":
      return causeOnNodes(detail.cause, detail.count, hostPorts);
    case "unavailable": {
      const { causes, more } = detail;
      const isOne = causes.length === 1;
      const causeList = causes.map(({ count, cause }) => (isOne ? causeText(cause) : `${count} ${causeText(cause)}`)).join(", ");
      return `${plural(detail.count, "node")} without an available pod: ${causeList}${more > 0 ? ` and ${more} more` : ""}`;
    }
    case "outdated":
      return `${plural(detail.count, "old pod")} to delete (OnDelete)`;
    case "misscheduled":
      return detail.taint === undefined
        ? `${plural(detail.count, "pod on a node it shouldn't be on", "pods on nodes they shouldn't be on")}`
        : `${plural(detail.count, "pod")} ${detail.count === 1 ? "does" : "do"} not tolerate taint ${detail.taint}`;
    case "nodesUnready":
      return `${plural(detail.count, "pod")} on ${detail.count === 1 ? "a NotReady node" : "NotReady nodes"}`;
    default:
      return assertNever(detail);
  }
}
