import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { plainLook } from "../cell/look.ts";
import { needLook } from "../verdict/need-look.ts";
import css from "./clusters.module.css";

const SHOWN = [
  ["failing", needLook("stuck")],
  ["rolling", needLook("rolling")],
  ["dropped", needLook("dropped")],
  ["pending", needLook("refused")],
  ["misscheduled", needLook("misscheduled")],
  ["behind", plainLook("available", { old: true })],
  ["nodesUnready", needLook("nodesUnready")],
  ["available", needLook("fine")],
] as const;

/** Explains the marks. */
export function Legend() {
  const { t } = useTranslation();
  return (
    <ul className={css.legend}>
      {SHOWN.map(([what, look]) => (
        <li key={what}>
          <CellSwatch look={look} size={12} />
          {t(`clusters.legend.${what}`)}
        </li>
      ))}
    </ul>
  );
}
