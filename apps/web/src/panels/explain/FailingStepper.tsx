import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useTranslation } from "react-i18next";
import { navigate } from "../../data/url/navigation.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { BackIcon, ForwardIcon } from "../../ui/controls/icons.tsx";
import { useCommand } from "../../ui/keys/use-command.ts";
import { countText } from "../../words/format/figures.ts";
import { failingPlaceOf } from "./failing-nodes.ts";
import css from "./proof/explain.module.css";

interface StepperProps {
  readonly view: DaemonSetView;
  readonly record: DaemonSetRecord;
  readonly node: string;
}

/** Steps through the failing nodes by button and arrow key. Nothing on a node that does not fail. */
export function FailingStepper({ view, record, node }: StepperProps) {
  const { t } = useTranslation();
  const place = failingPlaceOf(record, node);
  const opener = (name: string | undefined) =>
    name === undefined ? undefined : () => navigate({ ...view, node: name }, { replace: true });
  const previous = opener(place?.before);
  const next = opener(place?.after);
  useCommand("previousFailing", previous);
  useCommand("nextFailing", next);
  if (place === undefined || place.count < 2) return null;
  return (
    <span className={css.stepper}>
      <button
        type="button"
        className="iconbtn"
        aria-label={t("explain.step.previous")}
        aria-disabled={previous === undefined}
        onClick={previous}
      >
        <BackIcon />
      </button>
      <span className="num" title={t("explain.step.title", { count: place.count })}>
        {t("explain.step.place", { at: countText(place.at), count: place.count })}
      </span>
      <button type="button" className="iconbtn" aria-label={t("explain.step.next")} aria-disabled={next === undefined} onClick={next}>
        <ForwardIcon />
      </button>
    </span>
  );
}
