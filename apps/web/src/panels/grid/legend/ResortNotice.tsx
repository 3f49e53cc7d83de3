import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import legendCss from "./legend.module.css";

/** States that the order of cells is outdated, with the button that sorts them again. */
export function ResortNotice({ moved, onSort }: { readonly moved: number; readonly onSort: () => void }) {
  const { t } = useTranslation();
  return moved === 0 ? null : (
    <span className={legendCss.moved}>
      <span className="i3">{t("grid.moved", { count: moved })}</span>
      <button type="button" className="btn" onClick={onSort}>
        {t("grid.sortAgain")}
      </button>
    </span>
  );
}
