import { useTranslation } from "react-i18next";
import { countText } from "../../../words/format/figures.ts";
import css from "../timeline.module.css";

export const LOOKS = ["fresh", "old", "failing"] as const;

/** The name of the DaemonSet, its nodes, and the hues of the area below. */
export function AreaKey({ name, desired }: { readonly name: string; readonly desired: number }) {
  const { t } = useTranslation();
  return (
    <span className={`data ${css.key}`} aria-hidden="true" data-area-key>
      {name} <span className="i3">{t("timeline.key.nodes", { count: desired, nodes: countText(desired) })}</span>
      {LOOKS.map((look) => (
        <span key={look} className={css.entry}>
          <i className={css[look]} />
          {t(`timeline.key.${look}`)}
        </span>
      ))}
    </span>
  );
}
