import type { ActionRecord, ActionState } from "@daemonscope/shared/http/actions";
import { useShownDay } from "../../../data/hooks/cluster-context.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./after-the-click.module.css";
import { progressSteps } from "./progress-steps.ts";

/** One line of five stations. A full mark is passed, a ring is current, dotted is ahead, ✕ is refused, ? is unknown. */
export function ProgressSteps({
  stations,
  state,
}: {
  readonly stations: ActionRecord["stations"];
  readonly state: ActionState | undefined;
}) {
  const { t } = useTranslation();
  const dayMs = useShownDay();
  return (
    <ol className={css.stations} aria-label={t("acting.stations.label")}>
      {progressSteps(stations, state).map(({ name, mark, atMs }) => (
        <li key={name} className={css[mark]} data-station={name} data-mark={mark} aria-current={mark === "here" ? "step" : undefined}>
          <b>{t(`acting.stations.${name}`)}</b>
          <span className="visually-hidden">{t(`acting.marks.${mark}`)}</span>
          <span>{atMs === undefined ? " " : momentText(atMs, dayMs, true)}</span>
        </li>
      ))}
    </ol>
  );
}
