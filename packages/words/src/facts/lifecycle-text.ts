import { type FoundSign, type NodeLifecycle, signsOfLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { type NodeSign, SHUTDOWN_MESSAGE, type SignEnd, type SignSetter, signOfTaint } from "@daemonscope/kube/node-signs";
import type { Taint } from "@daemonscope/kube/objects";
import type { Translate } from "../translate.ts";

function setterText(t: Translate, setBy: SignSetter): string {
  switch (setBy.kind) {
    case "component":
      return t("laterModel.lifecycle.setBy.component", { name: setBy.name });
    case "nodeGroup":
      return setBy.or === undefined
        ? t("laterModel.lifecycle.setBy.nodeGroup")
        : t("laterModel.lifecycle.setBy.nodeGroupOr", { name: setBy.or });
    case "user":
      return t("laterModel.lifecycle.setBy.user");
    default:
      return assertNever(setBy);
  }
}

const endText = (t: Translate, endsBy: Exclude<SignEnd, "condition">, { removedBy = "", agent = "" }: NodeSign): string =>
  t(`laterModel.lifecycle.end.${endsBy}`, { removedBy, agent });

/** States who sets a sign and what ends it. Undefined for a node condition, which has its own words. */
const originText = (t: Translate, sign: NodeSign): string | undefined =>
  sign.endsBy === "condition"
    ? undefined
    : t("laterModel.lifecycle.origin", { setter: setterText(t, sign.setBy), end: endText(t, sign.endsBy, sign) });

function signText(t: Translate, { key, sign }: FoundSign): string {
  const origin = originText(t, sign);
  return origin === undefined ? key : t("laterModel.lifecycle.sign", { key, origin });
}

/** States who sets a known taint and what ends it: `set by Karpenter, and ends when the node is gone`. Undefined for an
 *  ordinary taint, and on a node whose signs contradict each other. */
export function taintOriginText(t: Translate, taint: Pick<Taint, "key" | "value">, lifecycle?: NodeLifecycle): string | undefined {
  if (lifecycle?.kind === "unknown") return undefined;
  const sign = signOfTaint(taint);
  return sign && originText(t, sign);
}

/** States the part of its life in which a node is, without its signs: `being removed`. Undefined if kubectl's own words
 *  state it. */
export function lifecycleStateText(t: Translate, lifecycle: NodeLifecycle): string | undefined {
  switch (lifecycle.kind) {
    case "ready":
    case "cordoned":
    case "notReady":
    case "silent":
    case "gone":
      return undefined;
    default:
      return t(`laterModel.lifecycle.${lifecycle.kind === "leaving" && lifecycle.isCandidate === true ? "candidate" : lifecycle.kind}`);
  }
}

/** States who set the signs of a node and what ends them, without the part of its life. Undefined if there are none. */
export function lifecycleSignsText(t: Translate, lifecycle: NodeLifecycle): string | undefined {
  const found = signsOfLifecycle(lifecycle);
  // The message of the kubelet repeats the state.
  const others = found.filter(({ key }) => key !== SHUTDOWN_MESSAGE);
  if (others.length > 0) return others.map((sign) => signText(t, sign)).join(t("model.semicolon"));
  return found.length === 0 ? undefined : t("laterModel.lifecycle.ends", { end: t("laterModel.lifecycle.end.restart") });
}

/** States the part of its life in which a node is, with its signs. Undefined if kubectl's own words state it. */
export function lifecycleText(t: Translate, lifecycle: NodeLifecycle): string | undefined {
  const state = lifecycleStateText(t, lifecycle);
  if (state === undefined) return undefined;
  const found = signsOfLifecycle(lifecycle);
  // Nothing is known about the end of a sign that may be wrong.
  if (lifecycle.kind === "unknown") {
    const facts = found.flatMap(({ key, contradictedBy }) => (contradictedBy === undefined ? [key] : [key, contradictedBy]));
    return facts.length === 0 ? state : t("laterModel.lifecycle.signs", { state, signs: facts.join(t("model.semicolon")) });
  }
  const signs = lifecycleSignsText(t, lifecycle);
  if (signs === undefined) return state;
  const isOnlyStated = found.every(({ key }) => key === SHUTDOWN_MESSAGE);
  return isOnlyStated ? t("laterModel.lifecycle.stated", { state, ends: signs }) : t("laterModel.lifecycle.signs", { state, signs });
}
