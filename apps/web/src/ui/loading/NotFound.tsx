import { nearestNames } from "@daemonscope/kube/base/nearest";
import { useMemo } from "react";
import { FLEET_VIEW, NODES_VIEW, type View } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { useTitle } from "../announce/use-title.ts";
import { EmptyState } from "../empty/EmptyState.tsx";

/** States that the target of a link does not exist, and offers the nearest ones. */
export function NotFound({
  kind,
  name,
  known,
  nearest = nearestNames,
  linkOf,
}: {
  /** `section`: a section that each DaemonSet has, requested without a DaemonSet. */
  readonly kind: "daemonSet" | "node" | "page" | "section";
  readonly name: string;
  readonly known: readonly string[];
  readonly nearest?: (name: string, known: readonly string[]) => readonly string[];
  readonly linkOf: (name: string) => View;
}) {
  const near = useMemo(() => nearest(name, known), [nearest, name, known]);
  const { t } = useTranslation();
  const messageKind = kind === "section" ? "page" : kind;
  useTitle(t(`notThere.title.${messageKind}`, { name }));
  return (
    <main>
      <EmptyState level={1} title={t(`notThere.${messageKind}`, { name })}>
        {near.length === 0 && messageKind === "page" ? null : (
          <p>{t(near.length === 0 ? "notThere.nothingLikeIt" : kind === "section" ? "notThere.ofEach" : "notThere.didYouMean")}</p>
        )}
        {near.map((other) => (
          <p key={other}>
            <ViewLink view={linkOf(other)} className="btn">
              {other}
            </ViewLink>
          </p>
        ))}
        <p>
          <ViewLink view={kind === "node" ? NODES_VIEW : FLEET_VIEW} className="btn">
            {t(`notThere.all.${messageKind}`)}
          </ViewLink>
        </p>
      </EmptyState>
    </main>
  );
}
