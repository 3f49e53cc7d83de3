import { gapText, type TrailLink, trailLinks } from "@daemonscope/daemonset/pods/life/trail-links";
import type { TrailName, TrailStep } from "@daemonscope/daemonset/pods/life/trail-step";
import { useTranslation } from "react-i18next";
import { type CellStyle, plainCellStyle } from "../../../data/cell/cell-style.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import type { Translate } from "../../../words/i18n/translator.ts";
import css from "./trail.module.css";
import { type CreationReasonText, trailRequirementText, trailStepLabel } from "./trail-text.ts";

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
  /** `line`: from left to right, over a page. `list`: from top to bottom, in a drawer. */
  readonly layout: "line" | "list";
}

/** Steps of controller, scheduler and kubelet, with the time between. A missing step is dashed, and states what it
 *  waits for. A list has only the recent ones. */
export function Trail({ steps, wanted, nowMs, layout }: TrailProps) {
  const { t } = useTranslation();
  const links = layout === "list" ? recentLinks(trailLinks(steps)) : trailLinks(steps);
  return (
    <ol className={css[layout]} aria-label={t("pod.trail.label")}>
      {links.map((link, at) => (
        <StepOfTrail key={link.step.name} link={link} afterMs={timeOf(links[at - 1])} wanted={wanted} nowMs={nowMs} t={t} />
      ))}
    </ol>
  );
}

const MAX_LISTED = 4;

/** Returns the reason of the pod, the last steps with a known time, and the first missing one. */
function recentLinks(links: readonly TrailLink[]): readonly TrailLink[] {
  const [reason, ...reached] = links.filter(({ step }) => step.kind !== "missing" && step.atMs !== undefined);
  return [
    ...(reason === undefined ? [] : [reason]),
    ...reached.slice(-MAX_LISTED),
    ...links.filter(({ step }) => step.kind === "missing").slice(0, 1),
  ];
}

const timeOf = (link: TrailLink | undefined): number | undefined =>
  link === undefined || link.step.kind === "missing" ? undefined : link.step.atMs;

interface StepProps extends Pick<TrailProps, "wanted" | "nowMs"> {
  readonly link: TrailLink;
  /** The time of the step before. */
  readonly afterMs: number | undefined;
  readonly t: Translate;
}

function StepOfTrail({ link, afterMs, wanted, nowMs, t }: StepProps) {
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
            <ClockTime atMs={step.atMs} afterMs={afterMs} />
          </>
        )}
      </span>
      {needs === undefined ? null : <span className={css.needs}>{needs}</span>}
    </li>
  );
}
