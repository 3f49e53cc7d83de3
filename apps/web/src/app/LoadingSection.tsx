import css from "../panels/sections/sections.module.css";
import { useTranslation } from "../words/i18n/use-translation.tsx";

/** Shown while the file of a section loads. */
export function LoadingSection() {
  const { t } = useTranslation();
  return (
    <p className={css.loading} role="status">
      {t("loading.section")}
    </p>
  );
}
