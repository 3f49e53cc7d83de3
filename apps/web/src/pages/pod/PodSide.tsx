import type { PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import { ageText } from "@daemonscope/kube/values/human-duration";
import { timeMs } from "@daemonscope/kube/values/time";
import type { PodDaemonSet } from "@daemonscope/shared/http/pod";
import { type ClusterState, daemonSetNamed, nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { Fragment, type ReactNode } from "react";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { BreakableText } from "../../ui/text/BreakableText.tsx";
import { adoptedText } from "../../words/format/adopted-text.ts";
import { ageSince } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { whyNotWords } from "../node/why-not-text.ts";
import { isConditionHealthy } from "./is-condition-healthy.ts";
import css from "./pod.module.css";

interface PodSideProps {
  readonly pod: PodDetail;
  readonly daemonSet: PodDaemonSet | undefined;
  readonly state: ClusterState | undefined;
  readonly nowMs: number;
}

/** Further facts of a pod: placement, owner and revision, its use of the node, and conditions. */
export function PodSide({ pod, daemonSet, state, nowMs }: PodSideProps) {
  const { t } = useTranslation();
  return (
    <aside className={css.side} aria-label={t("pod.side.label")}>
      <Belonging pod={pod} daemonSet={daemonSet} state={state} />
      <Facts pod={pod} daemonSet={daemonSet} state={state} nowMs={nowMs} />
      <Conditions pod={pod} nowMs={nowMs} />
    </aside>
  );
}

/** The checks of placement as one line. */
function Belonging({ pod, daemonSet, state }: Pick<PodSideProps, "pod" | "daemonSet" | "state">) {
  const { t } = useTranslation();
  if (daemonSet === undefined)
    return <p>{pod.owner?.kind === "DaemonSet" ? t("pod.side.lostDaemonSet", { name: pod.owner.name }) : t("pod.side.noDaemonSet")}</p>;
  const { placement } = daemonSet;
  const node = pod.node ?? pod.pinnedTo;
  if (placement === undefined || node === undefined) return <p>{t("pod.side.nodeGone")}</p>;
  const labels = (state === undefined ? undefined : nodeNamed(state, node)?.labels) ?? {};
  const why = whyNotWords(placement.checks, labels, t) ?? "";
  const words = {
    run: t("pod.side.belongs"),
    keep: t("pod.side.stays", { why }),
    exclude: t("pod.side.unwanted", { why }),
  }[placement.verdict];
  return (
    <p data-verdict={placement.verdict}>
      <b>{words}</b>{" "}
      <ViewLink className={css.link} view={{ ...daemonSetView(daemonSet.key), node }}>
        {t("pod.side.show")}
      </ViewLink>
    </p>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function NodeFact({ pod, state }: Pick<PodSideProps, "pod" | "state">) {
  const { t } = useTranslation();
  if (pod.node === undefined)
    return (
      <Fact name={t("pod.side.node")}>
        {pod.pinnedTo === undefined ? t("pod.side.noNode") : t("pod.side.waitsFor", { node: pod.pinnedTo })}
      </Fact>
    );
  const record = state === undefined ? undefined : nodeNamed(state, pod.node);
  return (
    <Fact name={t("pod.side.node")}>
      <ViewLink className={css.link} view={{ page: "node", name: pod.node }}>
        <BreakableText text={pod.node} />
      </ViewLink>{" "}
      {record === undefined ? null : (
        <span className="i3">{record.ready === "True" ? t("pod.side.nodeReady") : t("pod.side.nodeUnready")}</span>
      )}
    </Fact>
  );
}

function OwnerFact({ pod, daemonSet, state }: Pick<PodSideProps, "pod" | "daemonSet" | "state">) {
  const { t } = useTranslation();
  if (daemonSet === undefined)
    return (
      <Fact name={t("pod.side.owner")}>
        {pod.isStatic ? t("pod.side.static") : pod.owner === undefined ? t("pod.side.nobody") : `${pod.owner.kind} ${pod.owner.name}`}
      </Fact>
    );
  const record = state === undefined ? undefined : daemonSetNamed(state, daemonSet.key);
  return (
    <Fact name={t("pod.side.daemonSet")}>
      <ViewLink className={css.link} view={daemonSetView(daemonSet.key)}>
        <BreakableText text={daemonSet.key} />
      </ViewLink>{" "}
      {record === undefined ? null : (
        <span className="i3">
          {t("pod.side.othersAvailable", { available: record.reported.numberAvailable, desired: record.reported.desiredNumberScheduled })}
        </span>
      )}
    </Fact>
  );
}

function Facts({ pod, daemonSet, state, nowMs }: PodSideProps) {
  const { t } = useTranslation();
  const { qosClass, priority, priorityClass, ips, hostNetwork, hostPorts, hostPaths, createdAtMs } = pod;
  return (
    <dl className={css.facts}>
      <NodeFact pod={pod} state={state} />
      <OwnerFact pod={pod} daemonSet={daemonSet} state={state} />
      {daemonSet === undefined ? null : (
        <Fact name={t("pod.side.revision")}>
          <span data-tone={daemonSet.isCurrent === false ? "starting" : undefined}>{revisionOfPodWords(t, daemonSet)}</span>
          {daemonSet.adopted === undefined ? null : <div data-tone="starting">{adoptedText(t, daemonSet.adopted)}</div>}
          {daemonSet.imageChanges.map(({ container, image, templateImage }) => (
            <div key={container} data-tone="starting">
              {t("pod.side.otherImage", { container, image, templateImage })}
            </div>
          ))}
        </Fact>
      )}
      {createdAtMs === undefined ? null : <Fact name={t("pod.side.age")}>{ageSince(t, createdAtMs, nowMs)}</Fact>}
      {qosClass === undefined ? null : <Fact name={t("pod.side.qos")}>{qosClass}</Fact>}
      {priority === undefined ? null : (
        <Fact name={t("pod.side.priority")}>
          {priority} <span className="i3">{priorityClass}</span>
        </Fact>
      )}
      {ips.length === 0 ? null : (
        <Fact name={t("pod.side.ip")}>
          {ips.join(", ")} {hostNetwork ? <span className="i3">{t("pod.side.hostNetwork")}</span> : null}
        </Fact>
      )}
      {hostPorts.length === 0 ? null : <Fact name={t("pod.side.hostPorts")}>{hostPorts.join(", ")}</Fact>}
      {hostPaths.length === 0 ? null : (
        <Fact name={t("pod.side.hostPaths")}>
          {hostPaths.map((path) => (
            <div key={path}>
              <code>{path}</code>
            </div>
          ))}
        </Fact>
      )}
    </dl>
  );
}

function Conditions({ pod, nowMs }: Pick<PodSideProps, "pod" | "nowMs">) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("pod.side.conditions")}>
      <h2>{t("pod.side.conditions")}</h2>
      {pod.conditions.length === 0 ? <p className="i2">{t("pod.side.noConditions")}</p> : null}
      <dl className={css.facts}>
        {pod.conditions.map((condition) => {
          const { type, status, reason, message, lastTransitionTime } = condition;
          const isHealthy = isConditionHealthy(condition, pod.conditions);
          const sinceMs = timeMs(lastTransitionTime);
          return (
            <Fragment key={type}>
              <dt>
                <BreakableText text={type} />
              </dt>
              <dd>
                <span data-tone={isHealthy ? undefined : "bad"}>{status}</span>{" "}
                <span className="i3">
                  {[reason, sinceMs === undefined ? undefined : t("pod.side.since", { age: ageText(nowMs - sinceMs) })]
                    .filter((part) => part !== undefined)
                    .join(" ")}
                </span>
                {isHealthy || message === undefined ? null : <div className="i2">{message}</div>}
              </dd>
            </Fragment>
          );
        })}
      </dl>
    </section>
  );
}

/** Returns the revision of a pod, and whether it is the current one. An adopted pod has its own revision. */
export function revisionOfPodWords(t: Translate, { revision, isCurrent, currentRevision: current, adopted }: PodDaemonSet): string {
  if (isCurrent === undefined) return t("pod.side.unread");
  if (adopted !== undefined && revision !== undefined) return String(revision);
  const known = revision ?? (isCurrent ? current : undefined);
  if (isCurrent) return known === undefined ? t("pod.side.notKept") : t("pod.side.current", { revision: known });
  if (current === undefined) return revision === undefined ? t("pod.side.notKept") : String(revision);
  return revision === undefined ? t("pod.side.oldUnknown", { current }) : t("pod.side.old", { revision, current });
}
