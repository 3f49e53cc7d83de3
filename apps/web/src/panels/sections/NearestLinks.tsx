import { ApiProblem } from "../../data/api/fetch-answer.ts";
import type { View } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./sections.module.css";

/** Links to the names that the server found near a missing one. */
export function NearestLinks({ error, viewOf }: { readonly error: Error; readonly viewOf: (name: string) => View }) {
  const { t } = useTranslation();
  const nearest = error instanceof ApiProblem ? error.nearest : [];
  if (nearest.length === 0) return null;
  return (
    <span className={css.nearest}>
      {t("sections.nearest")}
      {nearest.map((name) => (
        <ViewLink key={name} view={viewOf(name)} className="btn mono">
          {name}
        </ViewLink>
      ))}
    </span>
  );
}
