import pageCss from "../pages/daemonset/page.module.css";
import { usePreferences } from "../ui/preferences/use-preferences.ts";
import { useTranslation } from "../words/i18n/use-translation.tsx";

/** The edges of counts, stage and panel while the files of the overview load, so that their content does not move. */
export function LoadingOverview() {
  const { t } = useTranslation();
  const { panel } = usePreferences();
  return (
    <>
      <div className={`${pageCss.main} ${pageCss.loading}`} role="status">
        <span className="visually-hidden">{t("loading.section")}</span>
      </div>
      {panel ? <div className={pageCss.panel} /> : null}
    </>
  );
}
