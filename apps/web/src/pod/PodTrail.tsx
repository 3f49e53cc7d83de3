import type { TrailName, TrailStep } from "@daemonscope/daemonset/life/pod-trail";
import type { WholePod } from "@daemonscope/daemonset/life/whole-pod";
import type { DaemonSetOfPod } from "@daemonscope/shared/http/pod";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { type CellLook, plainLook } from "../cell/look.ts";
import type { Translate } from "../i18n/translator.ts";
import { ClockTime } from "../text/ClockTime.tsx";
import css from "./pod.module.css";
import { betweenText, needWords, stepWords, type TrailLink, trailLinks } from "./trail-words.ts";

const LOOKS: Readonly<Record<TrailName, CellLook>> = {
  wanted: plainLook("missing"),
  created: plainLook("unscheduled"),
  bound: plainLook("starting"),
  takenUp: plainLook("starting"),
  sandbox: plainLook("starting"),
  init: plainLook("starting"),
  pulled: plainLook("starting"),
  started: plainLook("starting"),
  ready: plainLook("ready"),
  available: plainLook("available"),
};
const NEVER = plainLook("excluded");
const LOST = plainLook("failing");

interface PodTrailProps {
  readonly steps: readonly TrailStep[];
  readonly pod: WholePod;
  /** Whose it is; undefined for a pod of none. */
  readonly daemonSet: DaemonSetOfPod | undefined;
  readonly nowMs: number;
}

/** What controller, scheduler and kubelet did, from left to right, with the time between on the line. What did not come is dashed, and says what it needs. */
export function PodTrail({ steps, pod, daemonSet, nowMs }: PodTrailProps) {
  const { t } = useTranslation();
  return (
    <ol className={css.trail} aria-label={t("pod.trail.label")}>
      {trailLinks(steps).map((link) => (
        <TrailStepOf key={link.step.name} link={link} pod={pod} daemonSet={daemonSet} nowMs={nowMs} t={t} />
      ))}
    </ol>
  );
}

function TrailStepOf({
  link,
  pod,
  daemonSet,
  nowMs,
  t,
}: Omit<PodTrailProps, "steps"> & { readonly link: TrailLink; readonly t: Translate }) {
  const { step, betweenMs, isAfterLoss } = link;
  const needs = step.kind === "came" || step.needs === undefined ? undefined : needWords(t, step.needs, pod, nowMs);
  const look = step.kind === "came" ? LOOKS[step.name] : step.kind === "lost" ? LOST : NEVER;
  return (
    <li data-step={step.name} data-kind={step.kind} title={t(`pod.trail.means.${step.name}`)}>
      <span className={css.between} aria-hidden={betweenMs === undefined}>
        {betweenMs === undefined ? "" : betweenMs === 0 ? t("pod.trail.atOnce") : t("pod.trail.after", { age: betweenText(betweenMs) })}
      </span>
      <CellSwatch look={look} size={14} />
      <b>{stepWords(t, step.name, daemonSet)}</b>
      <span className={css.when}>
        {step.kind === "missing" ? (
          t(isAfterLoss ? "pod.trail.notNow" : "pod.trail.notYet")
        ) : step.atMs === undefined ? (
          <span className="i3">{t("pod.trail.untold")}</span>
        ) : (
          <>
            {step.kind === "lost" ? `${t("pod.trail.until")} ` : ""}
            <ClockTime atMs={step.atMs} />
          </>
        )}
      </span>
      {needs === undefined ? null : <span className={css.needs}>{needs}</span>}
    </li>
  );
}
