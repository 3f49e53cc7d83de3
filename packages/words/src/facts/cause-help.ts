import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import type { CauseDetail, CauseFact, CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { Translate } from "../translate.ts";
import { causeSentence, shownText } from "./cause-text.ts";

/** Causes whose subject is in the message already, or whose message is a list of all nodes. */
const WITHOUT_MESSAGE: ReadonlySet<CauseKind> = new Set(["objectMissing", "readinessGate"]);

/** Causes whose sentence names the container. */
const NAMES_CONTAINER: ReadonlySet<CauseKind> = new Set(["initCrash", "crash", "notRestarted", "postStartHook"]);

/** Formats what is known about one occurrence: `container agent, exit code 137, 8 restarts`. Empty if that is nothing.
 *  Without the API's message (`causeMessage`). `nowMs`: for the remaining time; absent: without it. */
export function causeDetailText(
  t: Translate,
  cause: CauseFact,
  { exitCode, signal, restarts, limit, allocatable, count, failures, atLeast, endsAtMs }: CauseDetail,
  nowMs = Number.POSITIVE_INFINITY,
): string {
  const { container, reason } = cause;
  const shown = reason === undefined ? undefined : shownText(reason);
  const sentence = causeSentence(t, cause);
  return [
    ...(container === undefined || NAMES_CONTAINER.has(cause.kind) ? [] : [t("laterModel.cause.container", { name: container })]),
    ...(shown === undefined || sentence.includes(shown) ? [] : [shown]),
    ...(exitCode === undefined ? [] : [t("laterModel.cause.exitCode", { code: exitCode })]),
    ...(signal === undefined ? [] : [t("laterModel.cause.signal", { signal })]),
    ...(limit === undefined ? [] : [t("laterModel.cause.memoryLimit", { limit })]),
    ...(allocatable === undefined ? [] : [t("laterModel.cause.allocatable", { amount: allocatable })]),
    ...(restarts === undefined ? [] : [t("laterModel.cause.restarts", { count: restarts })]),
    ...(count === undefined ? [] : [t(atLeast ? "laterModel.cause.timesAtLeast" : "laterModel.cause.times", { count })]),
    ...(failures === undefined ? [] : [t(atLeast ? "laterModel.cause.failuresAtLeast" : "laterModel.cause.failures", { count: failures })]),
    ...(endsAtMs === undefined || endsAtMs <= nowMs
      ? []
      : [t("laterModel.cause.endsWithin", { duration: humanDuration(endsAtMs - nowMs) })]),
  ].join(t("model.listComma"));
}

/** Returns the API's message about an occurrence, if the sentence of the cause does not have its words. */
export const causeMessage = ({ kind }: CauseFact, { message }: CauseDetail): string | undefined =>
  WITHOUT_MESSAGE.has(kind) || message === undefined ? undefined : shownText(message.trim());

/** Returns what helps against a cause, as a sentence. */
export function causeHelp(t: Translate, { kind, subject = "", container = "" }: CauseFact): string {
  return t(`laterModel.help.${kind}`, { subject: shownText(subject), container });
}

type ConcernRecord = Pick<DaemonSetRecord, "concern" | "derived" | "onlyOldFail">;

/** A failed upgrade that its controller ends without a person, now or once a pod is Ready. The controller looks at
 *  failed nodes again and again, and ends the upgrade where a current pod is Ready. Source: NVIDIA/k8s-operator-libs,
 *  pkg/upgrade, ProcessUpgradeFailedNodes. */
export function endsByController({ concern, derived }: ConcernRecord): "upgradedReady" | "pauseFailed" | undefined {
  const detail = concern?.detail;
  if (detail?.kind === "pauseLeft") return detail.failed === undefined ? undefined : "pauseFailed";
  const areAllReady =
    derived !== null &&
    derived.updatedNumberScheduled === derived.desiredNumberScheduled &&
    derived.numberAvailable === derived.desiredNumberScheduled;
  return detail?.kind === "upgradeFailed" && areAllReady ? "upgradedReady" : undefined;
}

/** Returns what helps against the concern of a DaemonSet; undefined without a known cause. */
export function concernHelp(t: Translate, record: ConcernRecord): string | undefined {
  const found = causeOfConcern(record.concern);
  if (record.concern === null || found === undefined) return undefined;
  const { nodes, detail } = record.concern;
  const { cause, count } = found;
  const ending = endsByController(record);
  if (record.onlyOldFail) return t("laterModel.deleteOld", { count, node: nodes[0] ?? "" });
  if (ending === undefined) return causeHelp(t, cause);
  const failed = detail.kind === "pauseLeft" ? (detail.failed ?? count) : count;
  return t(`laterModel.${ending}`, { count: failed, node: nodes[0] ?? "", subject: shownText(cause.subject ?? "") });
}

/** Returns who ends the concern of a DaemonSet with this cause, as a phrase. */
export function concernEnds(t: Translate, record: ConcernRecord, cause: CauseFact): string {
  const ending = endsByController(record);
  return ending === undefined ? causeEnds(t, cause) : t(`laterModel.endsBy.${ending}`, { subject: shownText(cause.subject ?? "") });
}

/** Returns who ends a cause, as a phrase. */
export function causeEnds(t: Translate, { kind }: CauseFact): string {
  const { endsBy, owner = "cluster" } = CAUSES[kind];
  return endsBy === "owner" ? t("laterModel.endsBy.owner", { owned: t(`laterModel.owned.${owner}`) }) : t(`laterModel.endsBy.${endsBy}`);
}
