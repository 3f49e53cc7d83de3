import { useTranslation } from "react-i18next";
import { ApiProblem } from "../api/queries.ts";
import type { View } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";

/** Links to what the server found near a name that is not there. */
export function NearestLinks({ error, viewOf }: { readonly error: Error; readonly viewOf: (name: string) => View }) {
  const { t } = useTranslation();
  const nearest = error instanceof ApiProblem ? error.nearest : [];
  if (nearest.length === 0) return null;
  return (
    <span className="nearest">
      {t("sections.nearest")}
      {nearest.map((name) => (
        <ViewLink key={name} view={viewOf(name)} className="btn">
          {name}
        </ViewLink>
      ))}
    </span>
  );
}
