import { useTranslation } from "react-i18next";
import css from "../sections/sections.module.css";

/** While the file of a section comes. */
export function LoadingSection() {
  const { t } = useTranslation();
  return (
    <p className={css.loading} role="status">
      {t("sections.loading")}
    </p>
  );
}
