import { useState } from "react";
import type { WhatIfView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { CloseIcon } from "../../../ui/controls/icons.tsx";
import { ageSince } from "../../../words/format/age-text.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { forgetSteps, readSaved } from "./saved-steps.ts";
import css from "./start.module.css";

/** The what-ifs that this browser stores. A row opens its steps again. Renders nothing without them. */
export function SavedSteps({ view, nowMs }: { readonly view: WhatIfView; readonly nowMs: number }) {
  const { t } = useTranslation();
  const [list, setList] = useState(readSaved);
  if (list.length === 0) return null;
  return (
    <section className={css.saved} aria-labelledby="saved-what-ifs">
      <h2 id="saved-what-ifs">{t("whatIf.start.saved")}</h2>
      <ul>
        {list.map(({ steps, count, effect, atMs }) => (
          <li key={steps}>
            <ViewLink view={{ ...view, steps }} className={`ell mono ${css.steps}`} title={steps}>
              {steps}
            </ViewLink>
            <span className="i3">{t("whatIf.start.steps", { count })}</span>
            <span className="ell i2" title={effect}>
              {effect}
            </span>
            <span className="i3">{ageSince(t, atMs, nowMs)}</span>
            <button
              type="button"
              className="iconbtn"
              aria-label={t("whatIf.start.forget", { steps })}
              title={t("whatIf.start.forget", { steps })}
              onClick={() => setList(forgetSteps(steps))}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
