import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { Fragment } from "react";
import { Trans, useTranslation } from "react-i18next";
import { podMessageWords, podWords } from "../model-words/pod-words.ts";

/** The pods of a pair, the one that counts first. */
export function PodLines({ pods, nowMs }: { readonly pods: readonly PodAnswer[]; readonly nowMs: number }) {
  const { t } = useTranslation();
  return (
    <>
      {pods.map((pod) => (
        <div className="podline" key={pod.uid}>
          <span aria-hidden="true">›</span>
          <span>
            <code>{pod.name}</code>
            <br />
            {podWords(t, pod, nowMs)}
            {pod.restarts > 0 ? `${t("explain.comma")}${t("explain.restarts", { count: pod.restarts })}` : ""}
            {podMessageWords(t, pod) === undefined ? null : (
              <>
                <br />
                <span className="i2">{podMessageWords(t, pod)}</span>
              </>
            )}
            {pod.imageChanges.map(({ container, image, templateImage }) => (
              <Fragment key={container}>
                <br />
                <span className="tone-starting">
                  <Trans i18nKey="explain.otherImage" values={{ container, image, templateImage }} components={{ code: <code /> }} />
                </span>
              </Fragment>
            ))}
            <br />
            <span className="i3">
              controller-revision-hash <code>{pod.hash ?? t("explain.none")}</code>, pod-template-generation{" "}
              <code>{pod.templateGeneration ?? t("explain.none")}</code>
            </span>
          </span>
          <span className="a">{humanDuration(nowMs - pod.createdAtMs)}</span>
        </div>
      ))}
    </>
  );
}
