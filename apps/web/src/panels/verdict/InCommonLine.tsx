import type { CommonTraits } from "@daemonscope/daemonset/records/common-traits";
import { inCommonText } from "@daemonscope/words/facts/in-common-text";
import { useTranslation } from "react-i18next";
import { useNow } from "../../data/hooks/cluster-context.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import css from "./in-common.module.css";

/** What the failing nodes have in common (rule K5), in a separate line below the verdict. */
export function InCommonLine({ inCommon }: { readonly inCommon: CommonTraits }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  return (
    <p className={css.line} data-in-common>
      {inCommonText(t, inCommon, (atMs) => momentText(atMs, nowMs))}
    </p>
  );
}
