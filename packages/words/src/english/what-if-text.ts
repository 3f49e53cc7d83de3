import { tolerationWord } from "@daemonscope/daemonset/actions/changes/text/toleration-text";
import type { DaemonSetPreview, GhostNodes, RolloutPreview } from "@daemonscope/daemonset/preview/effect-preview";
import { roundUpMs } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { Toleration } from "@daemonscope/kube/objects";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { failureText } from "./check-text.ts";
import { plural } from "./plural.ts";

/** Number of names in a list. The others are counted. */
const MAX_NAMES = 5;

/** Formats a list of names: `n1, n2, n3, n4, n5 and 7 more`. */
function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(", ");
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

interface GhostContext {
  /** The rollout under way replaces other pods. */
  readonly isMore: boolean;
  /** The rollout gets stuck before it has replaced all of them. */
  readonly isStuck: boolean;
}

function ghostText({ ghost, nodes }: GhostNodes, { isMore, isStuck }: GhostContext): string {
  const count = nodes.length;
  const pods = plural(count, "pod");
  switch (ghost) {
    case "comes":
      return `${pods} would be created`;
    case "goes":
      return `${pods} would be deleted`;
    case "restarts":
      return `${isMore ? plural(count, "more pod") : pods} would ${isStuck ? "have to " : ""}be replaced`;
    case "unfit":
      return `${pods} would not fit and stay Pending`;
    case "stays":
      return `${pods} would become misscheduled`;
    case "replacedByHand":
      return `${pods} would stay old until deleted (OnDelete)`;
    default:
      return assertNever(ghost);
  }
}

/** Formats the nodes with the same ghost: `3 pods would not fit and stay Pending on n1, n2, n3`. */
export function ghostLine(group: GhostNodes, context: GhostContext = { isMore: false, isStuck: false }): string {
  const { check, nodes, preempts = [] } = group;
  const why = check === undefined || check.passed ? "" : `: ${failureText(check)}`;
  const preempted = preempts.length === 0 ? "" : `; preempts: ${namesText(preempts.map(({ namespace, name }) => `${namespace}/${name}`))}`;
  return `${ghostText(group, context)} on ${namesText(nodes)}${why}${preempted}`;
}

/** Formats how many nodes lose their pod, and why. */
export function lostLine({ lost, lostBy }: Pick<DaemonSetPreview, "lost" | "lostBy">): string {
  return `${plural(lost, "node")} would lose the pod${lostBy === undefined ? "" : `: ${failureText(lostBy)}`}`;
}

/** A rollout that does not end by itself has no number of batches. */
function rolloutText({ replaced, atOnce, waves, leastMs, leftMs, stands }: RolloutPreview): string {
  const pods = `${plural(replaced, "pod")}, ${atOnce} at once`;
  if (stands !== undefined) return pods;
  const least =
    leftMs !== undefined
      ? `, ~${humanDuration(roundUpMs(leftMs))} at the measured pace`
      : leastMs === undefined
        ? ""
        : `, ${humanDuration(leastMs)} at least`;
  return `${pods}, ${plural(waves, "batch", "batches")}${least}`;
}

/** States why a rollout does not end by itself, and how far it comes. */
function stallText({ unfit, endsAt, untilGone }: NonNullable<RolloutPreview["stands"]>, desired: number): string {
  if (untilGone === true) return "it would wait until the nodes that shut down or are removed are gone";
  const updated = `with at most ${endsAt} of ${desired} updated`;
  const why = unfit === 0 ? "nodes that are not ready" : `${plural(unfit, "new pod")} without room`;
  return `it would get stuck: ${why} would use the budget, ${updated}`;
}

function rolloutLines(then: RolloutPreview, desired: number): readonly string[] {
  const { stands: stall, byHand } = then;
  if (byHand) return [];
  const rollout = `rollout: ${rolloutText(then)}`;
  return stall === undefined ? [rollout] : [rollout, stallText(stall, desired)];
}

function keepText(key: string, tolerations: readonly Toleration[]): string {
  const words = tolerations.map(tolerationWord);
  return `to keep the pods, add the ${words.length === 1 ? "toleration" : "tolerations"} ${words.join(", ")} to ds/${nameOfKey(key)}`;
}

function givenUpText(nodes: readonly string[]): string {
  const [verb, its] = nodes.length === 1 ? ["stays", "its upgrade"] : ["stay", "their upgrades"];
  return `${namesText(nodes)} ${verb}: ${its} failed; retry ${nodes.length === 1 ? "it" : "them"}`;
}

function endingText(count: number): string {
  return `on ${plural(count, "node")} that ${count === 1 ? "shuts down or is" : "shut down or are"} removed no new pod starts`;
}

const anywayText = (count: number): string => `${plural(count, "pod")} would be replaced by the running rollout anyway, with this template`;

const againText = (nodes: readonly string[]): string => `${plural(nodes.length, "pod")} would be wanted again on ${namesText(nodes)}`;

/** Formats the effect of steps on one DaemonSet, one line each. Lost nodes are first, after its creation or
 *  deletion. */
export function effectLines({
  life,
  lost,
  lostBy,
  ghosts,
  replacedAnyway = 0,
  rollout,
  anyway,
  onUnready = 0,
  onEnding = 0,
  again = [],
  givenUp = [],
  failingOld = [],
  now,
  then,
  key,
  keepTolerations = [],
}: DaemonSetPreview): readonly string[] {
  const restarted = ghosts.reduce((sum, { ghost, nodes }) => (ghost === "restarts" ? sum + nodes.length : sum), 0);
  const goesOn = anyway !== undefined && anyway.counts.updated > now.updated;
  const context: GhostContext = {
    // An upgrade by another controller has no batches, and no number of pods.
    isMore: goesOn && (rollout === undefined ? anyway.rollout === undefined : rollout.replaced > restarted),
    isStuck: rollout?.stands !== undefined && rollout.stands.untilGone !== true,
  };
  return [
    ...(life === "comes" ? ["it would be new"] : life === "goes" ? ["it would be deleted"] : []),
    ...(lost === 0 ? [] : [lostLine({ lost, ...(lostBy === undefined ? {} : { lostBy }) })]),
    ...ghosts.map((group) => ghostLine(group, context)),
    ...(replacedAnyway === 0 ? [] : [anywayText(replacedAnyway)]),
    ...(again.length === 0 ? [] : [againText(again)]),
    ...(rollout === undefined ? [] : rolloutLines(rollout, then.desired)),
    ...(anyway?.rollout === undefined ? [] : [`without the change, the running rollout: ${rolloutText(anyway.rollout)}`]),
    ...(onUnready === 0 ? [] : [`on ${plural(onUnready, "NotReady node")} only once the kubelet responds`]),
    ...(onEnding === 0 ? [] : [endingText(onEnding)]),
    ...(givenUp.length === 0 ? [] : [givenUpText(givenUp)]),
    ...(failingOld.length === 0 ? [] : [`next, delete the failing ${failingOld.length === 1 ? "pod" : "pods"} ${namesText(failingOld)}`]),
    ...(keepTolerations.length === 0 ? [] : [keepText(key, keepTolerations)]),
  ];
}
