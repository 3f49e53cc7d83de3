import type { NodeFit, ResourceHolder } from "@daemonscope/daemonset/capacity/node-fit";
import type { CauseKind } from "@daemonscope/daemonset/records/cause-fact";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { useFit } from "../../data/api/queries.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { ClockTime } from "../../ui/text/ClockTime.tsx";
import { Trans, useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./causes.module.css";

const SHOWS_CAPACITY: ReadonlySet<CauseKind> = new Set(["noRoom", "tooLarge", "onePodNode", "portHeld", "portEnding"]);

/** Reports whether the scheduler refuses a pod because of missing capacity. */
export const waitsForCapacity = ({ scheduled, trouble }: PodAnswer): boolean =>
  !scheduled && trouble !== undefined && (trouble.kind === "preempting" || SHOWS_CAPACITY.has(trouble.kind));

const nameOf = ({ namespace, name }: Pick<ResourceHolder, "namespace" | "name">): string => `${namespace}/${name}`;

function Shortfall({ fit }: { readonly fit: NodeFit }) {
  const { t } = useTranslation();
  const moreLine = (all: number, shown: number) => (all > shown ? <li>{t("explain.fit.more", { amount: all - shown })}</li> : null);
  return (
    <>
      {fit.shortages.map(({ resource, needs, free, allocatable, neverFits, takers, takerCount }) => (
        <div key={resource}>
          <p>
            <Trans i18nKey="explain.fit.needs" values={{ resource, needs, free, allocatable }} components={{ code: <code /> }} />
            {neverFits ? <> {t("explain.fit.neverFits")}</> : null}
          </p>
          <ul>
            {takers.map((taker) => (
              <li key={nameOf(taker)}>
                <Trans i18nKey="explain.fit.takes" values={{ pod: nameOf(taker), amount: taker.amount }} components={{ code: <code /> }} />
              </li>
            ))}
            {moreLine(takerCount, takers.length)}
          </ul>
        </div>
      ))}
      {fit.ports.map(({ port, protocol, holders }) => (
        <div key={`${port}/${protocol}`}>
          <p>{t("explain.fit.port", { port: String(port), protocol })}</p>
          <ul>
            {holders.map((holder) => (
              <li key={nameOf(holder)}>
                <code>{nameOf(holder)}</code>
                {holder.daemonSet === undefined ? null : <> {t("explain.fit.of", { daemonSet: holder.daemonSet })}</>}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {fit.neverPreempts ? (
        <p>{t("explain.fit.never")}</p>
      ) : (
        <p>{t(fit.lowerCount === 0 ? "explain.fit.none" : "explain.fit.lower", { priority: String(fit.priority) })}</p>
      )}
      {fit.neverPreempts || fit.lowerCount === 0 ? null : (
        <ul>
          {fit.lower.map((pod) => (
            <li key={nameOf(pod)}>
              <code>{nameOf(pod)}</code> {t("explain.fit.priority", { priority: String(pod.priority) })}
            </li>
          ))}
          {moreLine(fit.lowerCount, fit.lower.length)}
        </ul>
      )}
    </>
  );
}

/** The resources and ports that the pod of a pair needs and its node lacks. Read from the cluster when this opens. */
export function FitLines({
  namespace,
  daemonSet,
  node,
  isNodeNamed = true,
}: {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
  /** The page around this block names the node. */
  readonly isNodeNamed?: boolean;
}) {
  const { t } = useTranslation();
  const isLive = useFreshness().kind === "live";
  const { data, error, readAtMs, isPending } = useFit(namespace, daemonSet, node, isLive);
  const fit = data?.waiting?.fit;
  const Heading = isNodeNamed ? "h3" : "h4";
  const title = isNodeNamed ? t("explain.fit.title") : t("explain.fit.titleOn", { node });
  return (
    <section className={css.room} aria-label={title}>
      <Heading>{title}</Heading>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("explain.notAsked")}</p>}
      {isPending ? <p role="status">{t("explain.fit.reading")}</p> : null}
      {data === undefined || fit === undefined || (fit.shortages.length === 0 && fit.ports.length === 0) ? null : <Shortfall fit={fit} />}
      {data === undefined ? null : (
        <p className="i3">
          {isLive && error === null ? t("explain.fit.read") : t("explain.fit.readStale")} <ClockTime atMs={readAtMs} />
          {data.onlyNamespace === undefined ? "" : ` ${t("explain.fit.partial", { namespace: data.onlyNamespace })}`}
          {data.isCut ? ` ${t("explain.fit.cut")}` : ""}
        </p>
      )}
    </section>
  );
}
