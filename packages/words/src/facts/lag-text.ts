import type { LagCause } from "@daemonscope/daemonset/records/lag-cause";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Translate } from "../translate.ts";

/** Returns why the controller's numbers likely lag behind the page's, in one sentence without a full stop. */
export function lagText(t: Translate, cause: LagCause): string {
  switch (cause.kind) {
    case "notObserved":
      return t("laterModel.lag.notObserved", { generation: cause.generation, observedGeneration: cause.observedGeneration });
    case "comparesNumbers":
      return t("laterModel.lag.comparesNumbers", { gate: String(!cause.isGateOn) });
    case "minReady":
      return t("laterModel.lag.minReady", { seconds: cause.minReadySeconds });
    case "nodeDeleted":
    case "nodeNotReady":
    case "tainted":
    case "nodeLeft":
    case "notWritten":
      return t(`laterModel.lag.${cause.kind}`);
    default:
      return assertNever(cause);
  }
}
