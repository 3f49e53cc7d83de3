import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { NodePod } from "@daemonscope/shared/http/node-pods";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useNodePods } from "../../data/api/queries.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { BreakableText } from "../../ui/text/BreakableText.tsx";
import { ClockTime } from "../../ui/text/ClockTime.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { effectWords } from "./effect-text.ts";
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
  readonly node: string;
  /** Changes when pods here may have changed. */
  readonly version: unknown;
  readonly isWanted: (daemonSet: string) => boolean;
  readonly nowMs: number;
}

/** All pods of the node by their owner, and the effect of deleting each. Read from the cluster when the user opens
 *  it. */
export function NodePodTable({ node, version, isWanted, nowMs }: PodTableProps) {
  const { t } = useTranslation();
  const isLive = useFreshness().kind === "live";
  const { data, error, readAtMs, isPending } = useNodePods(node, version, isLive);
  return (
    <>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("node.agents.noServer")}</p>}
      {isPending ? <p role="status">{t("node.pods.reading")}</p> : null}
      {data === undefined ? null : (
        <p className="i3">
          {isLive ? t("node.pods.read") : t("node.pods.readStale")} <ClockTime atMs={readAtMs} />
          {data.isCut ? `. ${t("node.pods.cut", { count: data.pods.length })}` : ""}
        </p>
      )}
      {data === undefined ? null : data.pods.length === 0 ? (
        <p>{t("node.pods.none")}</p>
      ) : (
        <div data-wide>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("node.pods.pod")}</th>
                <th scope="col">
                  {t("node.pods.owner")}
                  <span className={css.whenNarrow}>
                    {t("model.comma")}
                    {t("node.pods.deleting")}
                  </span>
                </th>
                <th scope="col">{t("node.pods.ready")}</th>
                <th scope="col" className="num">
                  {t("node.pods.age")}
                </th>
                <th scope="col" className={css.whenWide}>
                  {t("node.pods.deleting")}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.pods.map((pod) => (
                <tr key={pod.uid} data-owner={pod.owner.kind}>
                  <td>
                    <ViewLink view={podView(pod.namespace, pod.name)}>
                      <code>
                        <BreakableText text={`${pod.namespace}/${pod.name}`} />
                      </code>
                    </ViewLink>
                  </td>
                  <td>
                    <BreakableText text={ownerText(pod, t)} />
                    <div className={`i2 ${css.whenNarrow}`}>{effectWords(pod, isWanted, t)}</div>
                  </td>
                  <td>{pod.terminating ? t("node.pods.terminating") : pod.ready ? t("node.pods.isReady") : <code>{pod.phase}</code>}</td>
                  <td className="num">{pod.createdAtMs === undefined ? "" : humanDuration(Math.max(0, nowMs - pod.createdAtMs))}</td>
                  <td className={`i2 ${css.whenWide}`}>{effectWords(pod, isWanted, t)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
