import { isKeptOut } from "@daemonscope/daemonset/placement/taints/taint-effect-on-pods";
import type { TaintCell } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { isStartupTaint, signOfTaint } from "@daemonscope/kube/node-signs";
import type { Taint } from "@daemonscope/kube/objects";
import type { Translate } from "../../words/i18n/translator.ts";
import { misscheduledIn, type TaintLine, type TaintPlan } from "./select-taints.ts";
import { type TaintedNodes, withTaint } from "./tainted-nodes.ts";

const MAX_SHOWN_NAMES = 3;

/** A word and a sentence. */
export interface TaintsVerdict {
  readonly word: string;
  readonly sentence: string;
}

/** Returns the pods on nodes whose taints they do not tolerate, with what is common to them: a DaemonSet, a taint. */
function keptSentence(t: Translate, { columns, lines, kept }: TaintPlan): string {
  const sets = columns.filter((column) => column.kept > 0);
  const taints = lines.filter(({ cells }) => cells.some((cell) => misscheduledIn(cell) > 0));
  const [set, ...otherSets] = sets;
  const [taint, ...otherTaints] = taints;
  if (set === undefined || otherSets.length > 0) return t("taints.keptOfSets", { count: kept, sets: sets.length });
  const name = nameOfKey(set.key);
  return taint === undefined || otherTaints.length > 0
    ? t("taints.keptOfName", { count: kept, name })
    : t("taints.keptByTaint", { count: kept, name, taint: taint.text });
}

/** Returns which DaemonSets get fewer pods, because taints block their nodes. */
function offSentence(t: Translate, { taints, keepingOff, losers, off, columns }: TaintPlan): string {
  const loser = losers === 1 ? columns.find((column) => column.off > 0) : undefined;
  const by = { count: taints, named: keepingOff };
  return loser === undefined
    ? t("taints.keepOff", { ...by, losers, all: columns.length, fewer: t("taints.fewerPods", { count: off }) })
    : t("taints.keepNameOff", { ...by, name: nameOfKey(loser.key), nodes: t("taints.nodes", { count: off }) });
}

/** Returns the verdict on all taints. A misscheduled pod is more urgent than a blocked node. */
export function taintsVerdict(t: Translate, plan: TaintPlan): TaintsVerdict {
  const { taints, off, kept } = plan;
  if (taints === 0) return { word: t("taints.noTaints"), sentence: t("taints.noTaintsMean") };
  if (kept > 0) return { word: t("taints.misscheduled"), sentence: keptSentence(t, plan) };
  if (off > 0) return { word: t("taints.blocked"), sentence: offSentence(t, plan) };
  return { word: t("taints.noEffect"), sentence: t("taints.repelNoPod", { count: taints }) };
}

/** Returns the nodes of the misscheduled pods; undefined if there are several taints, or other nodes with the taint. */
export function misscheduledNodes({ lines, kept }: TaintPlan, nodes: readonly NodeRecord[]): readonly string[] | undefined {
  const [line, ...others] = lines.filter(({ cells }) => cells.some((cell) => misscheduledIn(cell) > 0));
  if (line === undefined || others.length > 0 || line.row.nodes !== kept || kept > MAX_SHOWN_NAMES) return undefined;
  return withTaint(nodes, line.text).map(({ name }) => name);
}

/** Returns the effect of a taint on a DaemonSet, in one sentence without its taint. `nodes`: the number of nodes with
 *  the taint. */
export function taintCellText(t: Translate, name: string, cell: TaintCell | null, nodes: number): string {
  if (cell === null) return t("taints.wantsNone", { name, count: nodes });
  const { answer, wants, kept } = cell;
  const off = wants - kept;
  switch (answer) {
    case "ignored":
      return t("taints.neverCounts", { name });
    case "everything":
      return t("taints.toleratesEverything", { name });
    case "template":
      return t("taints.toleratedByTemplate", { name });
    case "controller":
      return t("taints.toleratedByController", { name });
    case "evicts":
      return kept === 0
        ? t("taints.evicts", { name, count: off })
        : t("taints.evictsStill", { name, count: kept, nodes: t("taints.nodes", { count: wants }) });
    case "blocksNew":
      if (kept === 0) return t("taints.keepsOff", { name, count: off });
      return off === 0
        ? t("taints.isStillOn", { name, count: kept })
        : t("taints.keepsOffAndStill", { name, count: kept, nodes: t("taints.nodes", { count: off }) });
    default:
      return assertNever(answer);
  }
}

/** Joins sentences; empty ones are left out. */
export const sentences = (t: Translate, all: readonly string[]): string =>
  all.filter((each) => each !== "").reduce((first, second) => (first === "" ? second : t("taints.sentences", { first, second })), "");

const MAX_SHOWN_POOLS = 3;

/** Returns the location of the nodes with a taint; empty if they have neither pool nor zone. `only`: the name of a
 *  single node. */
export function taintedNodesSentence(t: Translate, { pools, zones }: TaintedNodes, only?: string): string {
  if (only !== undefined && pools.length > 0)
    return t("taints.onNode", { node: only, where: [...pools, ...zones].map(({ name }) => name).join(t("taints.comma")) });
  const poolTexts: string[] = pools
    .slice(0, MAX_SHOWN_POOLS)
    .map(({ name, nodes, isWhole }) =>
      isWhole ? t("taints.wholePool", { name, count: nodes }) : t("taints.partOfPool", { name, count: nodes }),
    );
  if (pools.length > MAX_SHOWN_POOLS) poolTexts.push(t("taints.morePools", { count: pools.length - MAX_SHOWN_POOLS }));
  const [zone] = zones;
  if (poolTexts.length === 0) return "";
  const where = poolTexts.join(t("taints.comma"));
  return zones.length === 1 && zone !== undefined
    ? t("taints.inPoolsAndZone", { pools: where, zone: zone.name })
    : t("taints.inPools", { pools: where });
}

/** Returns for example `a, b and 2 more`. */
function namesText(t: Translate, names: readonly string[]): string {
  if (names.length <= MAX_SHOWN_NAMES) return names.join(t("taints.comma"));
  return t("taints.andMore", { names: names.slice(0, MAX_SHOWN_NAMES).join(t("taints.comma")), count: names.length - MAX_SHOWN_NAMES });
}

/** Returns which DaemonSets that want its nodes tolerate a taint; empty if the taint blocks none. */
export function toleratedBySentence(t: Translate, { columns }: TaintPlan, { cells }: TaintLine): string {
  if (!cells.some((cell) => cell !== null && isKeptOut(cell.answer))) return "";
  const names = columns.filter((_, at) => cells[at]?.answer === "template").map(({ key }) => nameOfKey(key));
  const others = cells.filter((cell) => cell?.answer === "everything").length;
  if (names.length === 0 && others === 0) return t("taints.toleratedByNone");
  const shownNames = namesText(t, names);
  if (others === 0) return t("taints.toleratedBy", { names: shownNames });
  const all =
    shownNames === "" ? t("taints.othersTolerateAll", { count: others }) : t("taints.andTolerateAll", { names: shownNames, count: others });
  return t("taints.toleratedBy", { names: all });
}

/** Returns why no change admits a DaemonSet: its nodes wait for a component, or are on their way out. Undefined if a
 *  change can admit it. `nodes`: the nodes with the taint. */
export function noChangeSentence(
  t: Translate,
  taint: Pick<Taint, "key" | "value">,
  nodes: readonly NodeRecord[],
  daemonSet: string,
): string | undefined {
  const count = nodes.length;
  if (isStartupTaint(taint, daemonSet)) {
    const { agent, removedBy } = signOfTaint(taint) ?? {};
    const name = agent ?? removedBy;
    return name === undefined ? t("taints.waitsForComponent", { count }) : t("taints.waits", { count, name });
  }
  const lifecycles = nodes.map(nodeLifecycle);
  if (count === 0 || !lifecycles.every(isEnding)) return undefined;
  return t(lifecycles.every(({ kind }) => kind === "shuttingDown") ? "taints.shuttingDown" : "taints.ending", { count });
}

/** Returns the effect of a toleration: on desired, and on the running pods. */
export function effectOfTolerating(t: Translate, { only, wants }: TaintCell, desired: number, isOnDelete: boolean): string {
  const effect =
    only === 0 ? t("taints.notEnough", { count: wants }) : t("taints.desiredGoes", { count: only, from: desired, to: desired + only });
  const rest = only > 0 && only < wants ? t("taints.restRefused", { count: wants - only }) : "";
  const pods = t(`laterModel.remedy.replaces.${desired === 0 ? "nothing" : isOnDelete ? "byHand" : "all"}`);
  return sentences(t, [effect, rest, pods]);
}

/** Returns the effect of removing the taint from every node. */
export function effectOfRemoving(t: Translate, { columns }: TaintPlan, { cells }: TaintLine): string {
  const gaining = columns.flatMap(({ key }, at) => {
    const cell = cells[at];
    return cell === null || cell === undefined || cell.only === 0 ? [] : [{ name: nameOfKey(key), only: cell.only }];
  });
  const pods = gaining.reduce((sum, { only }) => sum + only, 0);
  const effect =
    pods === 0
      ? t("taints.noPodComes")
      : t("taints.comesFor", {
          count: pods,
          names: namesText(
            t,
            gaining.map(({ name }) => name),
          ),
        });
  return sentences(t, [effect, t("taints.everyPod")]);
}
