import { nearestNames } from "@daemonscope/kube/nearest";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useTitle } from "./chrome/use-title.ts";
import { FLEET_VIEW, type View } from "./url.ts";
import { ViewLink } from "./ViewLink.tsx";

/** Says that something in a link does not exist, and offers what is near. */
export function NotThere({
  kind,
  name,
  known,
  nearest = nearestNames,
  linkOf,
}: {
  readonly kind: "daemonSet" | "node" | "page";
  readonly name: string;
  readonly known: readonly string[];
  readonly nearest?: (name: string, known: readonly string[]) => readonly string[];
  readonly linkOf: (name: string) => View;
}) {
  const near = useMemo(() => nearest(name, known), [nearest, name, known]);
  const { t } = useTranslation();
  useTitle(t(`notThere.title.${kind}`, { name }));
  return (
    <main className="message">
      <h1>{t(`notThere.${kind}`, { name })}</h1>
      <p>{t(near.length === 0 ? "notThere.nothingLikeIt" : "notThere.didYouMean")}</p>
      {near.map((other) => (
        <p key={other}>
          <ViewLink view={linkOf(other)} className="btn">
            {other}
          </ViewLink>
        </p>
      ))}
      <p>
        <ViewLink view={FLEET_VIEW} className="btn">
          {t("notThere.all")}
        </ViewLink>
      </p>
    </main>
  );
}
