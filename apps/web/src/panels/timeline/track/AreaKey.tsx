import { useTranslation } from "react-i18next";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { countText } from "../../../words/format/figures.ts";
import css from "../timeline.module.css";
import type { AreaLook } from "./count-areas.ts";

interface AreaKeyProps {
  readonly name: string;
  readonly desired: number;
  readonly looks: readonly AreaLook[];
}

/** The name of the DaemonSet, its nodes, and the hues of the area below. */
export function AreaKey({ name, desired, looks }: AreaKeyProps) {
  const { t } = useTranslation();
  return (
    <span className={`data ${css.key}`} aria-hidden="true" data-area-key>
      <MiddleCut text={name} isWord />
      <span className={`i3 ${css.entry}`}>{t("timeline.key.nodes", { count: desired, nodes: countText(desired) })}</span>
      {looks.map((look) => (
        <span key={look} className={css.entry}>
          <i className={css[look]} />
          {t(`timeline.key.${look}`)}
        </span>
      ))}
    </span>
  );
}
