import { useTranslation } from "react-i18next";
import { countText } from "../../words/format/figures.ts";
import { inLane, type Lanes } from "./count-lanes.ts";
import { laneName } from "./flow-text.ts";
import { LANES } from "./lanes.ts";

/** The lanes as a list, for screen readers. */
export function LaneList({ lanes, surge }: { readonly lanes: Lanes; readonly surge: boolean }) {
  const { t } = useTranslation();
  return (
    <ul className="visually-hidden" aria-label={t("rollout.lanes.title")}>
      {LANES.filter((lane) => lane !== "oldUnavailable" || inLane(lanes, lane) > 0).map((lane) => (
        <li key={lane} data-lane={lane} data-count={inLane(lanes, lane)}>
          {countText(inLane(lanes, lane))} {laneName(lane, surge, t)}
        </li>
      ))}
    </ul>
  );
}
