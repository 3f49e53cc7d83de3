import type { RolloutIntent } from "@daemonscope/daemonset/actions/changes/action";
import type { ReplacementOrder, RolloutOutcome } from "@daemonscope/daemonset/actions/remedies/outcome";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { revisionOutcomeText } from "../../words/facts/revision-outcome-text.ts";
import { withoutPrefixes } from "../../words/format/without-prefixes.ts";
import type { Translate } from "../../words/i18n/translator.ts";

const withUnready = (sentence: string, unready: number, t: Translate): string =>
  unready === 0 ? sentence : t("model.twoSentences", { first: sentence, second: t("actions.unready", { count: unready }) });

function spreadWords({ atOnce, isExact, rounds, isHeld }: ReplacementOrder, replaced: number, t: Translate): string {
  if (rounds === 0) return t("actions.undo.allAtOnce", { count: replaced });
  const bound = isExact ? "exact" : "bound";
  if (isHeld === true) {
    const rest = t("actions.undo.held", { count: replaced - atOnce });
    return atOnce === 0 ? rest : t("model.twoSentences", { first: t(`actions.undo.atOnce.${bound}`, { count: atOnce }), second: rest });
  }
  if (atOnce === 0) return t(`actions.undo.rounds.${bound}`, { count: rounds });
  return t("model.twoSentences", {
    first: t(`actions.undo.atOnce.${bound}`, { count: atOnce }),
    second: t(`actions.undo.rest.${bound}`, { count: rounds }),
  });
}

type Undone = Extract<RolloutOutcome, { kind: "undone" }>;

/** Describes the pods that a controller replaces, and those on nodes on which it gave up. */
function byControllerWords(
  controller: string,
  { count, revision }: { readonly count: number; readonly revision: number },
  givenUp: Undone["givenUp"],
  t: Translate,
): string {
  if (givenUp === undefined) return t("actions.undo.byController", { count, revision, controller });
  const stays = t("actions.givenUp", { count: givenUp.count, nodes: givenUp.nodes.join(t("model.listComma")) });
  if (count <= givenUp.count) return stays;
  const first = t("actions.undo.byController", { count: count - givenUp.count, revision, controller });
  return t("model.twoSentences", { first, second: stays });
}

function undoneWords(outcome: Undone, t: Translate): string {
  const effect = undoEffect(outcome, t);
  const { fate } = outcome;
  return fate === undefined
    ? effect
    : t("model.twoSentences", { first: t("actions.known", { fate: revisionOutcomeText(t, fate) }), second: effect });
}

/** Describes the replaced pods on NotReady nodes, then the replacement of the others. */
function replacedWords(replaced: number, unready: number, spread: ReplacementOrder, t: Translate): string {
  if (unready === 0) return spreadWords(spread, replaced, t);
  if (unready >= replaced) return t("actions.unready", { count: replaced });
  return t("model.twoSentences", {
    first: t("actions.unready", { count: unready }),
    second: spreadWords(spread, replaced - unready, t),
  });
}

function undoEffect(
  { toRevision, replaced, deletedNextToOld, onUnready = 0, spread, byHand, controller, givenUp }: Undone,
  t: Translate,
): string {
  if (replaced === null) return t("actions.undo.unknown");
  const nextToOldSentence = deletedNextToOld === undefined ? undefined : t("actions.undo.nextToOld", { count: deletedNextToOld });
  if (replaced === 0) return nextToOldSentence ?? t("actions.undo.nothing");
  const params = { count: replaced, revision: toRevision };
  const effect =
    controller !== undefined
      ? withUnready(byControllerWords(controller, params, givenUp, t), onUnready, t)
      : byHand === true
        ? withUnready(t("actions.undo.byHand", params), onUnready, t)
        : spread === undefined
          ? withUnready(t("actions.undo.replaces", params), onUnready, t)
          : t("model.twoSentences", { first: t("actions.undo.replaces", params), second: replacedWords(replaced, onUnready, spread, t) });
  return nextToOldSentence === undefined ? effect : t("model.twoSentences", { first: effect, second: nextToOldSentence });
}

/** Describes the effect of an action on a rollout, in sentences. `ports`: the result of conflictingPorts. */
export function outcomeSentence(outcome: RolloutOutcome, t: Translate, ports: readonly number[] = []): string {
  switch (outcome.kind) {
    case "undone":
      return undoneWords(outcome, t);
    case "upgradesAgain":
      return t("actions.retryUpgrade.effect", { controller: outcome.controller });
    case "looksAgain":
      return t("actions.nudge.effect");
    case "roomIsMade":
      return t(ports.length === 0 ? "actions.room.effect" : "actions.room.portEffect");
    case "oldGoFirst":
      return t("actions.noSurge.effect", { count: outcome.places });
    case "comesToMore":
      return t("actions.letOn.effect", { before: outcome.before, after: outcome.after });
    case "comesToLess":
      return t("actions.keepOff.effect", { before: outcome.before, after: outcome.after });
    case "nodesWant":
      return outcome.nodes === undefined ? t("actions.relabel.effectAny") : t("actions.relabel.effect", { count: outcome.nodes });
    case "nodesOpen":
      return t("actions.openNodes.effect");
    case "placesComeFree":
      if (outcome.areWantedAgain === true) return t("actions.nodes.effectWanted");
      if (outcome.places === 0) return t("actions.nodes.effectRest");
      return t(outcome.areReady === true ? "actions.nodes.effectReady" : "actions.nodes.effect", { count: outcome.places });
    case "morePlaces":
      return t(outcome.isStopped === true ? "actions.raise.effectStopped" : "actions.raise.effect", { count: outcome.places });
    case "held":
      return outcome.untouched === undefined || outcome.untouched === 0
        ? t("actions.hold.effect")
        : t("actions.hold.effectOn", { count: outcome.untouched });
    case "goesOn":
      return withUnready(
        outcome.outdated === undefined ? t("actions.resume.effect") : t("actions.resume.effectOn", { count: outcome.outdated }),
        outcome.onUnready ?? 0,
        t,
      );
    default:
      return assertNever(outcome);
  }
}

/** Describes the effect of an action in a few words, for a place that has the whole sentence as a tooltip. */
export function shortOutcome(outcome: RolloutOutcome, t: Translate, ports: readonly number[] = []): string {
  if (outcome.kind === "undone" && outcome.byHand !== true && outcome.replaced !== null && outcome.replaced > 0) {
    const { replaced, onUnready = 0 } = outcome;
    return onUnready === replaced ? t("actions.unready", { count: replaced }) : t("actions.undo.brief", { count: replaced });
  }
  if (outcome.kind === "held" && outcome.untouched !== undefined && outcome.untouched > 0)
    return t("actions.hold.brief", { count: outcome.untouched });
  if (outcome.kind === "morePlaces") return t("actions.raise.brief", { count: outcome.places });
  return outcomeSentence(outcome, t, ports);
}

/**
 * Returns the template's host ports if the scheduler refuses pods because of a port. That is more precise than missing
 * capacity.
 */
export const conflictingPorts = ({ causes, hostPorts }: Pick<DaemonSetRecord, "causes" | "hostPorts">): readonly number[] =>
  causes.some(({ state, cause }) => state === "unscheduled" && cause.kind === "portHeld") ? hostPorts : [];

const MAX_NAMED_NODES = 3;

interface NamedNodes {
  readonly nodes: readonly string[];
  readonly more?: number;
}

function nodesText({ nodes, more = 0 }: NamedNodes, t: Translate): string {
  const names = nodes.slice(0, MAX_NAMED_NODES).join(t("model.listComma"));
  const others = Math.max(0, nodes.length - MAX_NAMED_NODES) + more;
  return others === 0 ? names : t("actions.andMore", { names, more: others });
}

/** States how many of an action's nodes its command names; undefined if it names all. */
export function namedNote(act: RolloutIntent, t: Translate): string | undefined {
  if ((act.kind !== "nodes" && act.kind !== "room") || act.more === undefined) return undefined;
  return t("actions.commandNames", { count: act.nodes.length, all: act.nodes.length + act.more });
}

function roomTitle(nodes: string, ports: readonly number[], t: Translate): string {
  if (ports.length === 0) return t("actions.room.title", { nodes });
  return t("actions.room.portTitle", { nodes, count: ports.length, ports: ports.join(t("model.listComma")) });
}

/** Returns the title of an action on a rollout. `ports`: the result of conflictingPorts. */
export function actionTitle(act: RolloutIntent, t: Translate, ports: readonly number[] = []): string {
  switch (act.kind) {
    case "undo":
      return t("actions.undo.title", { revision: act.toRevision });
    case "raise":
      return t("actions.raise.title", { field: act.field, now: act.now, to: act.to });
    case "nodes":
      return t("actions.nodes.title", { nodes: nodesText(act, t) });
    case "room":
      return roomTitle(nodesText(act, t), ports, t);
    case "retryUpgrade":
      return t("actions.retryUpgrade.title", { nodes: nodesText(act, t) });
    case "noSurge":
      return t("actions.noSurge.title");
    case "letOn":
      return t("actions.letOn.title", { keys: withoutPrefixes(act.keys.join(t("model.listComma"))) });
    case "openNodes":
      return t("actions.openNodes.title", { taints: withoutPrefixes(act.taints.join(t("model.listComma"))), count: act.nodes });
    case "keepOff":
      return t("actions.keepOff.title", { label: act.label, count: act.nodes });
    case "relabel":
      return t("actions.relabel.title", { labels: act.labels.join(t("model.listComma")) });
    case "hold":
    case "resume":
    case "nudge":
      return t(`actions.${act.kind}.title`);
    default:
      return assertNever(act);
  }
}
