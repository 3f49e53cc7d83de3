import { useEffect } from "react";
import { navigate } from "../../data/url/navigation.ts";
import { FLEET_VIEW } from "../../data/url/url.ts";
import { CloseIcon } from "../../ui/controls/icons.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./drafting.module.css";

/** Marks the page as hypothetical without a hue: a band and graph paper. */
export function WhatIfFrame({ isOld }: { readonly isOld: boolean }) {
  const { t } = useTranslation();
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute("data-what-if", true);
    return () => {
      root.toggleAttribute("data-what-if", false);
    };
  }, []);
  return (
    <div className={css.band} role="status">
      <b>{t("whatIf.word.empty")}</b>
      <span className={css.wide}>{t(isOld ? "whatIf.signStale" : "whatIf.sign")}</span>
      <span className={css.narrow}>{t(isOld ? "whatIf.signStaleShort" : "whatIf.signShort")}</span>
      <button type="button" className="btn quiet" title={t("whatIf.leave")} onClick={() => navigate(FLEET_VIEW)}>
        <CloseIcon />
        {t("whatIf.leaveShort")}
      </button>
    </div>
  );
}
