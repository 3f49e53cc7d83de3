import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { navigate } from "../../data/url/navigation.ts";
import { FLEET_VIEW } from "../../data/url/url.ts";
import { CloseIcon } from "../../ui/controls/icons.tsx";
import css from "./drafting.module.css";

/** Marks the page as hypothetical without a hue: a dashed frame, a tab, graph paper, and a hollow freshness dot. */
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
    <>
      <svg className={css.frame} aria-hidden="true">
        <rect x="1.5" y="1.5" rx="4" />
      </svg>
      <div className={css.tab} role="status">
        <b lang="en">WHAT IF</b>
        <span className={css.wide}>{t(isOld ? "whatIf.signStale" : "whatIf.sign")}</span>
        <span className={css.narrow}>{t(isOld ? "whatIf.signStaleShort" : "whatIf.signShort")}</span>
        <button type="button" aria-label={t("whatIf.leave")} title={t("whatIf.leave")} onClick={() => navigate(FLEET_VIEW)}>
          <CloseIcon />
        </button>
      </div>
    </>
  );
}
