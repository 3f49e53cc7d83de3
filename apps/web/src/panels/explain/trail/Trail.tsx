import { gapText, recentSteps, type TrailLink, trailLinks } from "@daemonscope/daemonset/pods/life/trail-links";
import type { TrailName, TrailStep } from "@daemonscope/daemonset/pods/life/trail-step";
import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import { useShownDay } from "../../../data/hooks/cluster-context.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import { momentParts } from "../../../words/i18n/time-of-day.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./trail.module.css";
import { type CreationReasonText, dayOfSteps, trailRequirementText, trailStepLabel } from "./trail-text.ts";

const LOOKS: Readonly<Record<TrailName, CellStyle>> = {
  wanted: plainCellStyle("missing"),
  oldDeleted: plainCellStyle("available", { terminating: true }),
  oldGone: plainCellStyle("missing"),
  created: plainCellStyle("unscheduled"),
  bound: plainCellStyle("starting"),
  takenUp: plainCellStyle("starting"),
  sandbox: plainCellStyle("starting"),
  init: plainCellStyle("starting"),
  pulled: plainCellStyle("starting"),
  started: plainCellStyle("starting"),
  ready: plainCellStyle("ready"),
  available: plainCellStyle("available"),
  deleted: plainCellStyle("available", { terminating: true }),
  gone: plainCellStyle("missing"),
};
const NOT_REACHED = plainCellStyle("excluded");
const LOST = plainCellStyle("failing");

interface TrailProps {
  readonly steps: readonly TrailStep[];
  /** Undefined if unknown. */
  readonly wanted: CreationReasonText | undefined;
  readonly nowMs: number;
}

/** Steps of controller, scheduler and kubelet, from left to right, with the time between. A missing step is dashed, and
 *  states what it waits for. */
export function Trail({ steps, wanted, nowMs }: TrailProps) {
  const { t } = useTranslation();
  return (
    <ol className={css.line} aria-label={t("pod.trail.label")}>
      {trailLinks(steps).map((link) => (
        <StepOfTrail key={link.step.name} link={link} wanted={wanted} nowMs={nowMs} t={t} />
      ))}
    </ol>
  );
}

/** The recent steps, from top to bottom. A heading names their day once if that is not the day that the page shows. */
export function RecentTrail({ steps, wanted, nowMs }: TrailProps) {
  const { t } = useTranslation();
  const shownDayMs = useShownDay();
  const recent = recentSteps(steps);
  const dayMs = dayOfSteps(recent);
  return (
    <section aria-label={t("explain.trail")}>
      <h3>
        {t("explain.trail")}{" "}
        {dayMs === undefined || dayMs === shownDayMs ? null : <span className={css.day}>{momentParts(dayMs, shownDayMs).day}</span>}
      </h3>
      <ol className={css.list} aria-label={t("pod.trail.label")}>
        {trailLinks(recent).map((link) => (
          <StepOfTrail key={link.step.name} link={link} wanted={wanted} nowMs={nowMs} t={t} dayMs={dayMs} />
        ))}
      </ol>
    </section>
  );
}

interface StepProps extends Pick<TrailProps, "wanted" | "nowMs"> {
  readonly link: TrailLink;
  readonly t: Translate;
  readonly dayMs?: number | undefined;
}

function StepOfTrail({ link, wanted, nowMs, t, dayMs }: StepProps) {
  const { step, betweenMs, isAfterLoss } = link;
  const needs = step.kind === "came" || step.needs === undefined ? undefined : trailRequirementText(t, step.needs, nowMs);
  const look = step.kind === "came" ? LOOKS[step.name] : step.kind === "lost" ? LOST : NOT_REACHED;
  return (
    <li data-step={step.name} data-kind={step.kind} title={t(`pod.trail.means.${step.name}`)}>
      <span className={css.between} aria-hidden={betweenMs === undefined}>
        {betweenMs === undefined ? "" : betweenMs === 0 ? t("pod.trail.atOnce") : t("pod.trail.after", { age: gapText(betweenMs) })}
      </span>
      <CellSwatch look={look} size={14} />
      <b>{trailStepLabel(t, step.name, wanted)}</b>
      <span className={css.when}>
        {step.kind === "missing" ? (
          t(isAfterLoss ? "pod.trail.notNow" : "pod.trail.notYet")
        ) : step.atMs === undefined ? (
          <span className="i3">{t("pod.trail.untold")}</span>
        ) : (
          <>
            {step.kind === "lost" ? `${t("pod.trail.until")} ` : ""}
            <ClockTime atMs={step.atMs} dayMs={dayMs} />
          </>
        )}
      </span>
      {needs === undefined ? null : <span className={css.needs}>{needs}</span>}
    </li>
  );
}
