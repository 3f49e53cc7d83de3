import { type FoundSign, type NodeLifecycle, signsOfLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { type NodeSign, SHUTDOWN_MESSAGE, signOfTaint } from "@daemonscope/kube/node-signs";
import type { Taint } from "@daemonscope/kube/objects";
import type { Translate } from "../translate.ts";

function originOf(t: Translate, { setBy, endsBy, agent = setBy }: NodeSign): { readonly setBy: string; readonly end: string } | undefined {
  return endsBy === "condition" ? undefined : { setBy, end: t(`laterModel.lifecycle.end.${endsBy}`, { setBy, agent }) };
}

function signText(t: Translate, { key, sign }: FoundSign): string {
  const origin = originOf(t, sign);
  return origin === undefined ? key : t("laterModel.lifecycle.sign", { key, ...origin });
}

/** States who set a known taint and what ends it: `set by Karpenter, ends when the node is gone`. Undefined for an
 *  ordinary taint. */
export function taintOriginText(t: Translate, taint: Pick<Taint, "key" | "value">): string | undefined {
  const sign = signOfTaint(taint);
  const origin = sign && originOf(t, sign);
  return origin && t("laterModel.lifecycle.origin", origin);
}

/** States the part of its life in which a node is, with its signs. Undefined if kubectl's own words state it. */
export function lifecycleText(t: Translate, lifecycle: NodeLifecycle): string | undefined {
  switch (lifecycle.kind) {
    case "ready":
    case "cordoned":
    case "notReady":
    case "silent":
    case "gone":
      return undefined;
    default: {
      const isCandidate = lifecycle.kind === "leaving" && lifecycle.isCandidate === true;
      const state = t(`laterModel.lifecycle.${isCandidate ? "candidate" : lifecycle.kind}`);
      const found = signsOfLifecycle(lifecycle);
      // The message of the kubelet repeats the state.
      const others = found.filter(({ key }) => key !== SHUTDOWN_MESSAGE);
      const [first] = found;
      const origin = first && others.length === 0 ? originOf(t, first.sign) : undefined;
      if (origin !== undefined) return t("laterModel.lifecycle.stated", { state, ...origin });
      const signs = others.map((sign) => signText(t, sign));
      return signs.length === 0 ? state : t("laterModel.lifecycle.signs", { state, signs: signs.join(t("model.semicolon")) });
    }
  }
}
