import { assertNever } from "@daemonscope/kube/assert-never";
import type { LossCause } from "../memory/lost-nodes.ts";
import type { Behind, BrokenNodes, ConcernDetail, LoopFact, SurgeClash } from "../rollout/concern-detail.ts";
import { causeText } from "./cause-text.ts";
import { clockOfDay } from "./clock-of-day.ts";
import { plural } from "./plural.ts";

/** What of a node changed so that it wants no pod any more. */
export function lossText(what: LossCause): string {
  switch (what.kind) {
    case "labels":
      return `label ${what.keys.join(", ")}`;
    case "taint":
      return `taint ${what.taint}`;
    default:
      return assertNever(what);
  }
}

function brokenText({ isHalted, count, sickBefore, sickWithout }: BrokenNodes): string {
  const before = sickBefore === 0 ? "" : `, ${plural(sickBefore, "was", "were")} NotReady before`;
  const without = sickWithout === 0 ? "" : `, ${plural(sickWithout, "is", "are")} NotReady without it`;
  return `${isHalted ? "halted: " : ""}${plural(count, "node")} went NotReady after ${count === 1 ? "it" : "they"} got the new revision${before}${without}`;
}

function clashText({ kind, ports }: SurgeClash): string {
  const onePodOnly = `maxSurge needs two pods on a node, but host ${ports.length === 1 ? "port" : "ports"} ${ports.join(", ")} can be held by one only`;
  switch (kind) {
    case "surgeFails":
      return `${onePodOnly}: the new pod waits for the old one to go, and the old one for the new one to be available`;
    case "surgeWillFail":
      return `the next rollout cannot work: ${onePodOnly}`;
    default:
      return assertNever(kind);
  }
}

function loopText({ reason, atLeast, count, node }: LoopFact): string {
  return `${reason}, ${atLeast ? "at least " : ""}${count} times on ${node}`;
}

function behindText(behind: Behind): string {
  switch (behind.kind) {
    case "broken":
      return brokenText(behind);
    case "surgeFails":
    case "surgeWillFail":
      return clashText(behind);
    case "loop": {
      const next = behind.nextTryAtMs === undefined ? "" : `, next try at ${clockOfDay(behind.nextTryAtMs)} UTC or later`;
      return `${loopText(behind)}${next}`;
    }
    default:
      return assertNever(behind);
  }
}

function heldText({ used, allowed, nodes, isOld, count, cause, behind }: Extract<ConcernDetail, { kind: "held" }>): string {
  const places =
    nodes !== undefined
      ? `${plural(nodes, "node")} ${isOld ? "left" : "without an available pod"}`
      : used > allowed
        ? `${used} places used of ${allowed}`
        : `${used} of ${plural(allowed, "place")} used`;
  return `${places}, ${count} held by ${causeText(cause)}${behind === undefined ? "" : `; ${behindText(behind)}`}`;
}

/** What a concern says in one sentence without a full stop, with numbers: `1 of 1 place used, 1 held by ImagePullBackOff`.
 *  How long is for `sinceMs`: a sentence would grow old. */
export function concernText(detail: ConcernDetail): string {
  switch (detail.kind) {
    case "held":
      return heldText(detail);
    case "notObserved":
      return `the controller has not observed generation ${detail.generation}, it is at ${detail.observedGeneration}`;
    case "idle":
      return `${detail.free} of ${plural(detail.allowed, "place")} free, and the controller replaces no pod`;
    case "broken":
      return brokenText(detail);
    case "surgeFails":
    case "surgeWillFail":
      return clashText(detail);
    case "loops":
      return `pods fail and are made again on ${plural(detail.nodes, "node")}: ${loopText(detail.longest)}`;
    case "dropped": {
      const { before, desired, count, whatCount } = detail;
      const nodes = before - desired === count ? "every node still there" : `of which ${plural(count, "node is", "nodes are")} still there`;
      const what = `${lossText(detail.what)} changed on ${whatCount === count ? count : `${whatCount} of ${count}`}`;
      return `desired fell from ${before} to ${desired}, ${nodes}: ${what}`;
    }
    case "failing":
      return `${plural(detail.count, "pod")} failing: ${causeText(detail.cause)}`;
    case "unavailable": {
      const { causes, more } = detail;
      const isOne = causes.length === 1;
      const told = causes.map(({ count, cause }) => (isOne ? causeText(cause) : `${count} ${causeText(cause)}`)).join(", ");
      return `${plural(detail.count, "node")} without an available pod: ${told}${more > 0 ? ` and ${more} more` : ""}`;
    }
    case "outdated":
      return `${plural(detail.count, "pod")} of an old revision ${detail.count === 1 ? "waits" : "wait"} to be deleted by hand`;
    case "misscheduled":
      return `${detail.count} misscheduled: a pod where none is wanted`;
    case "nodesUnready":
      return `${plural(detail.count, "pod")} on ${detail.count === 1 ? "a NotReady node" : "NotReady nodes"}`;
    default:
      return assertNever(detail);
  }
}
