import { type ReactNode, useState } from "react";
import type { Readable } from "../../data/computed/computed.ts";
import { type Grouping, LABEL_PREFIX } from "../../data/rows/grouping.ts";
import { groupingWords } from "../../data/rows/grouping-text.ts";
import type { Labelled } from "../../data/rows/label-keys.ts";
import type { GridSize } from "../../draw/grid/layout/grid-size.ts";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useMedia } from "../../ui/theme/use-media.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { shortKey } from "./found-keys.ts";
import css from "./grid-tools.module.css";
import { KeyChooser } from "./KeyChooser.tsx";
import type { FirstKeys } from "./KeyDialog.tsx";
import { SizeSelect } from "./SizeSelect.tsx";

interface GridToolsProps {
  readonly nodes: number;
  readonly grouping: Grouping;
  readonly source: Readable<Labelled>;
  readonly first?: FirstKeys | undefined;
  readonly size: GridSize;
  readonly onGrouping: (grouping: Grouping) => void;
  readonly onSize: (size: GridSize) => void;
  readonly legend: ReactNode;
  /** More choosers. */
  readonly children: ReactNode;
}

const FIXED_GROUPINGS = ["pool", "zone"] as const;

/** The choosers of the grouping and of the size, the legend, and `children`. On a phone a button opens all choosers
 *  except that of the grouping. */
export function GridTools(props: GridToolsProps) {
  const { nodes, grouping, source, first, size, onGrouping, onSize, legend, children } = props;
  const { t } = useTranslation();
  const isFolded = useMedia("(max-width: 600px)");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <RovingGroup className={`sect ${css.tools}`}>
      <h2>{t("grid.nodes", { count: nodes })}</h2>
      <span className={css.grouping}>
        <span className={`i3 ${css.joint}`}>{t("grid.by")}</span>
        <KeyChooser
          title={t("grid.labels.groupBy")}
          source={source}
          fixed={FIXED_GROUPINGS.map((id) => ({ id, words: t(`grid.groupings.${id}`) }))}
          first={first}
          chosen={[grouping]}
          most={1}
          onChoose={([id]) => onGrouping(id ?? grouping)}
        >
          {LABEL_PREFIX.test(grouping) ? <MiddleCut text={shortKey(groupingWords(grouping, t))} /> : groupingWords(grouping, t)}
        </KeyChooser>
      </span>
      {isFolded && (
        <button type="button" className={`btn ${css.view}`} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t("grid.view")}
        </button>
      )}
      {legend}
      {isFolded && !isOpen ? null : (
        <>
          {children}
          <SizeSelect nodes={nodes} size={size} onSize={onSize} />
        </>
      )}
    </RovingGroup>
  );
}
