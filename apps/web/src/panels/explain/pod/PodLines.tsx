import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { podPhrase } from "@daemonscope/words/answers/pod-phrase";
import { podMessage } from "@daemonscope/words/facts/pod-message";
import { Fragment } from "react";
import { podView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { adoptedText } from "../../../words/format/adopted-text.ts";
import { ageSince } from "../../../words/format/age-text.ts";
import { Trans, useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { PairSituation } from "../pair-situation.ts";
import css from "../proof/explain.module.css";

/**
 * The pods of a pair, the one that counts first. Omits the message of a failing pod, which is shown above, and the
 * revision of a single pod that is healthy or unwanted. The phrase and the trail of a single pod show its age.
 */
export function PodLines({
  namespace,
  pods,
  nowMs,
  about,
}: {
  readonly namespace: string;
  readonly pods: readonly PodAnswer[];
  readonly nowMs: number;
  readonly about: PairSituation["kind"];
}) {
  const { t } = useTranslation();
  const messageOf = (pod: PodAnswer) => (about === "failing" ? undefined : podMessage(t, pod));
  return (
    <>
      {pods.map((pod) => (
        <div className={css.pod} key={pod.uid}>
          <span aria-hidden="true">›</span>
          <span>
            <ViewLink view={podView(namespace, pod.name)}>
              <code>{pod.name}</code>
            </ViewLink>
            <br />
            {podPhrase(t, pod, nowMs)}
            {pod.restarts > 0 ? `${t("explain.comma")}${t("explain.restarts", { count: pod.restarts })}` : ""}
            {messageOf(pod) === undefined ? null : (
              <>
                <br />
                <span className="i2">{messageOf(pod)}</span>
              </>
            )}
            {pod.adopted === undefined ? null : (
              <>
                <br />
                <span data-tone="starting">{adoptedText(t, pod.adopted)}</span>
              </>
            )}
            {pod.imageChanges.map(({ container, image, templateImage }) => (
              <Fragment key={container}>
                <br />
                <span data-tone="starting">
                  <Trans i18nKey="explain.otherImage" values={{ container, image, templateImage }} components={{ code: <code /> }} />
                </span>
              </Fragment>
            ))}
            {(about === "well" || about === "unwanted") && pods.length === 1 ? null : (
              <>
                <br />
                <span className="i3">
                  controller-revision-hash <code>{pod.hash ?? t("explain.none")}</code>, pod-template-generation{" "}
                  <code>{pod.templateGeneration ?? t("explain.none")}</code>
                </span>
              </>
            )}
          </span>
          {pods.length === 1 ? null : <span className={css.age}>{ageSince(t, pod.createdAtMs, nowMs)}</span>}
        </div>
      ))}
    </>
  );
}
