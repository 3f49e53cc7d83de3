import { useId } from "react";
import { useTranslation } from "react-i18next";
import { definitionOf } from "./bracket-words.ts";
import type { Bracket, CountId } from "./brackets.ts";
import type { FlowLayout } from "./flow-layout.ts";
import { countText } from "./flow-words.ts";
import type { Lanes } from "./select-lanes.ts";

interface FlowBracketsProps {
  readonly brackets: readonly Bracket[];
  readonly lanes: Lanes;
  readonly layout: FlowLayout;
  readonly minReadySeconds: number;
  /** What the API reports, where it differs. */
  readonly reportedOf: (bracket: Bracket) => number | undefined;
  readonly hot: CountId | undefined;
  readonly onHot: (count: CountId | undefined) => void;
}

const POP_WIDTH = 330;

/** kubectl's five counts as real buttons over their bars; the one in focus says what it counts and in which field. */
export function FlowBrackets({ brackets, lanes, layout, minReadySeconds, reportedOf, hot, onHot }: FlowBracketsProps) {
  const { t } = useTranslation();
  const definitionId = useId();
  return brackets.map((bracket, index) => {
    const isHot = hot === bracket.id;
    const reported = reportedOf(bracket);
    const top = layout.bracketsTop + index * layout.bracketHeight;
    return (
      <div key={bracket.id}>
        <button
          type="button"
          className={`bracket${isHot ? " on" : hot === undefined ? "" : " off"}`}
          style={{ top, height: layout.bracketHeight, width: layout.right }}
          aria-describedby={isHot ? definitionId : undefined}
          data-count={bracket.count}
          data-field={bracket.field}
          onPointerEnter={() => onHot(bracket.id)}
          onPointerLeave={() => onHot(undefined)}
          onFocus={() => onHot(bracket.id)}
          onBlur={() => onHot(undefined)}
        >
          <span className="bracket-name">{bracket.name}</span>{" "}
          <b style={{ left: 0, width: layout.left - 20 }} className={reported === undefined ? undefined : "differs"}>
            {countText(bracket.count)}
          </b>
        </button>
        {isHot && (
          <div
            id={definitionId}
            className="bracket-pop"
            role="tooltip"
            style={{
              left: Math.min(Math.max(layout.left, layout.tray.left), layout.width - POP_WIDTH),
              width: POP_WIDTH,
              top: layout.bracketsTop + 5 * layout.bracketHeight + 8,
            }}
          >
            <b>
              {bracket.name} {countText(bracket.count)}
            </b>{" "}
            <code>status.{bracket.field}</code>
            <p>{definitionOf(bracket, minReadySeconds, lanes, t)}</p>
            {reported !== undefined && <p>{t("rollout.bracket.reported", { reported })}</p>}
          </div>
        )}
      </div>
    );
  });
}
