import { causeOrPortText, causeText } from "@daemonscope/words/facts/cause-text";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { ageSince } from "../../words/format/age-text.ts";
import { countText } from "../../words/format/figures.ts";
import { english } from "../../words/i18n/english.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import css from "./fleet.module.css";
import type { FleetCause } from "./select-causes.ts";

/** Maximum numbers of columns, and of causes that are shown before the user opens all. */
const COLUMNS = 4;
const MAX_SHOWN = 8;
const MAX_SHOWN_NARROW = 3;

const causeLook = (cause: FleetCause) =>
  cause.state === "nodeUnready"
    ? plainCellStyle("available", { nodeUnready: true })
    : cause.state === "terminating"
      ? plainCellStyle("available", { terminating: true, old: true })
      : plainCellStyle(cause.state);

/** Returns the location of a cause: the DaemonSet, or their number. For a cause of a node itself it adds the node if
 *  there is only one, and the DaemonSets on it. */
function whereWords(t: Translate, { state, node, where }: FleetCause): string {
  const [first = ""] = where;
  const sets = where.length === 1 ? first : t("fleet.inDaemonSets", { count: where.length });
  if (state !== "nodeUnready") return sets;
  const under = t("fleet.under", { sets });
  return node === undefined ? under : `${node}${t("model.comma")}${under}`;
}

interface CausesProps {
  readonly causes: readonly FleetCause[];
  readonly nowMs: number;
  readonly isNarrow: boolean;
  /** The cause by which rows and strips are filtered. */
  readonly picked: string | undefined;
  readonly onPick: (id: string | undefined) => void;
}

/** The problems of all DaemonSets, those on most nodes first. A click filters rows and nodes by one cause, a second
 *  click shows all again. */
export function Causes({ causes, nowMs, isNarrow, picked, onPick }: CausesProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  if (causes.length === 0) return null;
  const most = isNarrow ? MAX_SHOWN_NARROW : MAX_SHOWN;
  const shown = isWhole || causes.length <= most ? causes : causes.filter((cause, at) => at < most - 1 || cause.id === picked);
  const rest = causes.length - shown.length;
  return (
    <section
      className={css.causes}
      aria-label={t("fleet.causes")}
      style={{ ["--causes" as string]: Math.min(COLUMNS, shown.length + (rest > 0 ? 1 : 0)) }}
    >
      {shown.map((cause) => (
        <button
          key={cause.id}
          type="button"
          className={picked === cause.id ? `${css.cause} ${css.picked}` : css.cause}
          aria-pressed={picked === cause.id}
          title={causeText(english, cause.cause)}
          onClick={() => onPick(picked === cause.id ? undefined : cause.id)}
        >
          <CellSwatch look={causeLook(cause)} size={14} />
          <span className={css.number}>{`${countText(cause.count)}${cause.isAtLeast ? "+" : ""}`}</span>
          <span className="two-lines">
            {causeOrPortText(t, cause.cause, cause.hostPorts)} <span className={css.where}>{whereWords(t, cause)}</span>
          </span>
          <span className={css.age}>{ageSince(cause.sinceMs, nowMs)}</span>
        </button>
      ))}
      {rest > 0 && (
        <button type="button" className={`${css.cause} ${css.more}`} onClick={() => setWhole(true)}>
          {t("fleet.moreCauses", { count: rest })}
        </button>
      )}
    </section>
  );
}
