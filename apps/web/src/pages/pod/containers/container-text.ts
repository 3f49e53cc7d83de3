import { isFailedEnd, isFailingReason } from "@daemonscope/daemonset/pods/failing-reason";
import type { EndedRun, LifeContainer } from "@daemonscope/daemonset/pods/life/pod-detail";
import { gapText } from "@daemonscope/daemonset/pods/life/trail-links";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { exitWords } from "../state-text.ts";

/** Words, and whether they report a problem. */
interface StateText {
  readonly words: string;
  readonly isBad: boolean;
}

const isFailure = ({ reason, exitCode }: Pick<EndedRun, "reason" | "exitCode">): boolean => isFailedEnd(reason, exitCode);

/** Returns the present state of a container: `running 12m`, `CrashLoopBackOff`, `done after 1.2 s`. */
export function stateWords(t: Translate, { now, ready, kind }: LifeContainer, nowMs: number): StateText {
  switch (now.kind) {
    case "running": {
      const isQuiet = ready || kind === "init" || kind === "ephemeral";
      if (now.startedAtMs === undefined) return { words: t("pod.containers.running"), isBad: false };
      return {
        words: t(isQuiet ? "pod.containers.runningFor" : "pod.containers.notReady", { age: ageText(nowMs - now.startedAtMs) }),
        isBad: false,
      };
    }
    case "waiting":
      return { words: now.reason === "" ? t("pod.containers.waiting") : now.reason, isBad: isFailingReason(now.reason) };
    case "ended": {
      const bad = isFailure(now);
      const took = now.startedAtMs === undefined || now.finishedAtMs === undefined ? undefined : now.finishedAtMs - now.startedAtMs;
      if (bad) return { words: t("pod.containers.ended", { exit: exitWords(t, now) }), isBad: true };
      return {
        words: took === undefined || took < 1000 ? t("pod.containers.done") : t("pod.containers.doneAfter", { age: gapText(took) }),
        isBad: false,
      };
    }
    case "untold":
      return { words: t("pod.containers.untold"), isBad: false };
  }
}

/** Returns how the previous run ended, and how long ago; undefined if none is known. */
export function lastExitWords(t: Translate, { before }: LifeContainer, nowMs: number): StateText | undefined {
  if (before === undefined) return undefined;
  const exit = exitWords(t, before);
  const words = before.finishedAtMs === undefined ? exit : t("pod.containers.exitAgo", { exit, age: ageText(nowMs - before.finishedAtMs) });
  return { words, isBad: isFailure(before) };
}

/** Returns the cell style of a container. */
export function containerCellStyle({ now, ready, kind }: LifeContainer): CellStyle {
  switch (now.kind) {
    case "running":
      return plainCellStyle(ready ? "available" : kind === "init" || kind === "ephemeral" ? "ready" : "starting");
    case "waiting":
      return plainCellStyle(isFailingReason(now.reason) ? "failing" : "starting");
    case "ended":
      return plainCellStyle(isFailure(now) ? "failing" : "excluded");
    case "untold":
      return plainCellStyle("unknown");
  }
}
