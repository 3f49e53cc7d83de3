import { useTranslation } from "react-i18next";
import css from "../panels/sections/sections.module.css";

/** Shown while the file of a section loads. */
export function LoadingSection() {
  const { t } = useTranslation();
  return (
    <p className={css.loading} role="status">
      {t("sections.loading")}
    </p>
  );
}
