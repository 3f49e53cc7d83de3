import type { NodePod, NodePodsAnswer } from "@daemonscope/shared/http/node-pods";
import type { ReactNode } from "react";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import type { ClusterAnswer } from "../../data/api/use-cluster-query.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { EmptyState } from "../../ui/empty/EmptyState.tsx";
import { BreakableCode, BreakableText } from "../../ui/text/BreakableText.tsx";
import { ClockTime } from "../../ui/text/ClockTime.tsx";
import { ageSince } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./node.module.css";

function ownerText({ owner }: NodePod, t: Translate): string {
  switch (owner.kind) {
    case "daemonSet":
      return `${t("node.pods.owners.daemonSet")} ${owner.key}`;
    case "controller":
      return `${owner.controller} ${owner.name}`;
    case "static":
    case "orphan":
    case "nobody":
      return t(`node.pods.owners.${owner.kind}`);
  }
}

interface PodTableProps {
  readonly answer: ClusterAnswer<NodePodsAnswer>;
  readonly isWanted: (daemonSet: string) => boolean;
  readonly nowMs: number;
}

/** All pods of the node by their owner, and the effect of deleting each. Read from the cluster when the user opens
 *  it. */
export function NodePodTable({ answer, isWanted, nowMs }: PodTableProps) {
  const { t } = useTranslation();
  const isLive = useFreshness().kind === "live";
  const { data, error, readAtMs } = answer;
  return (
    <>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("node.agents.noServer")}</p>}
      {data === undefined ? null : (
        <p className="i3">
          {isLive ? t("node.pods.read") : t("node.pods.readStale")} <ClockTime atMs={readAtMs} />
          {data.isCut ? `. ${t("node.pods.cut", { count: data.pods.length })}` : ""}
        </p>
      )}
      {data === undefined ? null : data.pods.length === 0 ? (
        <EmptyState title={t("node.pods.none")} />
      ) : (
        <Folded isFolded={data.pods.every(({ owner }) => owner.kind === "daemonSet")} count={data.pods.length}>
          <PodRows pods={data.pods} isWanted={isWanted} nowMs={nowMs} />
        </Folded>
      )}
    </>
  );
}

/** Folds a table whose rows the table of agents has already. */
function Folded({ isFolded, count, children }: { readonly isFolded: boolean; readonly count: number; readonly children: ReactNode }) {
  const { t } = useTranslation();
  if (!isFolded) return children;
  return (
    <details>
      <summary>{t("node.pods.onlyDaemons", { count })}</summary>
      {children}
    </details>
  );
}

function PodRows({ pods, isWanted, nowMs }: Pick<PodTableProps, "isWanted" | "nowMs"> & { readonly pods: readonly NodePod[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      isScrolled
      rows={pods}
      keyOf={({ uid }) => uid}
      rowProps={({ owner }) => ({ "data-owner": owner.kind })}
      columns={[
        {
          head: t("node.pods.pod"),
          cell: ({ namespace, name }) => (
            <ViewLink view={podView(namespace, name)}>
              <BreakableCode text={`${namespace}/${name}`} />
            </ViewLink>
          ),
        },
        {
          head: (
            <>
              {t("node.pods.owner")}
              <span className={css.whenNarrow}>
                {t("model.comma")}
                {t("node.pods.deleting")}
              </span>
            </>
          ),
          cell: (pod) => (
            <>
              <BreakableText text={ownerText(pod, t)} />
              <div className={`i2 ${css.whenNarrow}`}>{effectWords(pod, isWanted, t)}</div>
            </>
          ),
        },
        {
          head: t("node.pods.ready"),
          cell: ({ terminating, ready, phase }) =>
            terminating ? t("node.pods.terminating") : ready ? t("node.pods.isReady") : <code>{phase}</code>,
        },
        { head: t("node.pods.age"), className: "num", cell: ({ createdAtMs }) => ageSince(t, createdAtMs, nowMs) },
        { head: t("node.pods.deleting"), className: "i2", isWide: true, cell: (pod) => effectWords(pod, isWanted, t) },
      ]}
    />
  );
}

/** Returns the effect of deleting a pod. It depends on the pod's owner, and on whether the pod is wanted on its
 *  node. */
export function effectWords({ owner }: Pick<NodePod, "owner">, isWanted: (daemonSet: string) => boolean, t: Translate): string {
  switch (owner.kind) {
    case "daemonSet":
      return isWanted(owner.key) ? t("node.pods.effects.daemonSet") : t("node.pods.effects.daemonSetGone");
    case "controller":
      return owner.controller === "Job" ? t("node.pods.effects.job") : t("node.pods.effects.controller", { controller: owner.controller });
    case "static":
    case "orphan":
    case "nobody":
      return t(`node.pods.effects.${owner.kind}`);
  }
}
