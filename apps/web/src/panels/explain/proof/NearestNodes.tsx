import { nearestNames } from "@daemonscope/kube/base/nearest";
import { useMemo } from "react";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "./explain.module.css";

/** Offers the nodes whose names resemble a missing name. The links keep the rest of the view. */
export function NearestNodes({
  view,
  node,
  known,
}: {
  readonly view: DaemonSetView;
  readonly node: string;
  readonly known: readonly string[];
}) {
  const { t } = useTranslation();
  const near = useMemo(() => nearestNames(node, known), [node, known]);
  return (
    <div className={css.nearest}>
      <p>{t(near.length === 0 ? "notThere.nothingLikeIt" : "notThere.didYouMean")}</p>
      {near.map((name) => (
        <p key={name}>
          <ViewLink view={{ ...view, node: name }} className="btn">
            {name}
          </ViewLink>
        </p>
      ))}
    </div>
  );
}
