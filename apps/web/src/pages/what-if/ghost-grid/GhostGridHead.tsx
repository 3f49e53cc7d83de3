import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { useMemo } from "react";
import { groupingWords } from "../../../data/rows/grouping-text.ts";
import { groupingsOf } from "../../../data/rows/groupings.ts";
import type { WhatIfView } from "../../../data/url/url.ts";
import { type GridSize, nextGridSize } from "../../../draw/grid/layout/grid-size.ts";
import { GhostLegend } from "../../../panels/actions/effect/GhostLegend.tsx";
import { ghostCounts } from "../../../panels/actions/effect/ghost-column.ts";
import { ghostWord } from "../../../panels/actions/effect/what-if-text.ts";
import { FilterChips } from "../../../panels/filters/FilterChips.tsx";
import toolsCss from "../../../panels/grid/grid-tools.module.css";
import { LegendLine } from "../../../panels/grid/legend/LegendLine.tsx";
import { SizeSelect } from "../../../panels/grid/SizeSelect.tsx";
import { RovingGroup } from "../../../ui/controls/RovingGroup.tsx";
import { useCommand } from "../../../ui/keys/use-command.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { ShownEffect } from "../effect/use-what-if-effect.ts";
import css from "../effect/what-if.module.css";
import { parseWhatIfDisplay, updateWhatIfDisplay, WHAT_IF_MOMENTS, type WhatIfDisplay } from "../what-if-display.ts";

interface GhostGridHeadProps {
  readonly view: WhatIfView;
  readonly state: ClusterState;
  readonly effect: ShownEffect;
  readonly daemonSet: string;
  readonly isDeleted: boolean;
  /** Unchanged nodes whose pod the running rollout updates. */
  readonly updatedAnyway: number;
  readonly count: number;
  readonly size: GridSize;
}

/** The legend, which filters, and the controls of the grid: moment, grouping, size. */
export function GhostGridHead({ view, state, effect, daemonSet, isDeleted, updatedAnyway, count, size }: GhostGridHeadProps) {
  const { t } = useTranslation();
  const column = effect.columnOf(daemonSet);
  const counts = useMemo(() => ghostCounts(column, effect.nodes), [column, effect.nodes]);
  const look = parseWhatIfDisplay(view);
  const change = (patch: Partial<WhatIfDisplay>) => updateWhatIfDisplay(view, patch);
  const groupings = useMemo(() => groupingsOf(state.nodes.filter((record) => record !== undefined)), [state.nodes]);
  const onSize = (next: GridSize) => change({ size: next });
  useCommand("group", () =>
    change({ group: groupings[(groupings.indexOf(look.group) + 1) % groupings.length] ?? look.group, only: undefined }),
  );
  useCommand("table", () => change({ size: look.size === "table" ? undefined : "table" }));
  useCommand("wide", () => onSize(nextGridSize(size, count)));
  useCommand("all", look.ghost === undefined && look.only === undefined ? undefined : () => change({ ghost: undefined, only: undefined }));
  const { ghost } = look;
  const ghostFacts = ghost === undefined ? {} : { filter: { name: t("chips.names.outcome"), value: ghostWord(ghost, isDeleted, t) } };
  return (
    <RovingGroup className={`sect ${toolsCss.tools}`}>
      <h2>{t("whatIf.nodesOf", { name: nameOfKey(daemonSet), count })}</h2>
      <label className={toolsCss.grouping}>
        <span className={`i3 ${toolsCss.joint}`}>{t("grid.by")}</span>
        <select value={look.group} onChange={(event) => change({ group: event.target.value, only: undefined })}>
          {[...new Set([look.group, ...groupings])].map((each) => (
            <option key={each} value={each}>
              {groupingWords(each, t)}
            </option>
          ))}
        </select>
      </label>
      <LegendLine>
        <GhostLegend
          counts={counts}
          updatedAnyway={updatedAnyway}
          isDeleted={isDeleted}
          current={look.ghost}
          onKeep={(ghost) => change({ ghost })}
        />
      </LegendLine>
      <FilterChips view={view} facts={ghostFacts} />
      <span className={`i3 ${css.reading}`}>{t("whatIf.reading")}</span>
      <fieldset className={toolsCss.choices} aria-label={t("whatIf.moments.label")}>
        {WHAT_IF_MOMENTS.map((moment) => (
          <button
            key={moment}
            type="button"
            aria-pressed={moment === look.moment}
            className={moment === look.moment ? toolsCss.chosen : undefined}
            onClick={() => change({ moment })}
          >
            {t(`whatIf.moments.${moment}`)}
          </button>
        ))}
      </fieldset>
      <SizeSelect nodes={count} size={size} onSize={onSize} />
    </RovingGroup>
  );
}
