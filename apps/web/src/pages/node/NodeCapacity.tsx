import type { DaemonOverhead, ResourceLoad } from "@daemonscope/daemonset/capacity/node-load";
import type { NodeCapacityAnswer } from "@daemonscope/shared/http/capacity";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import type { ClusterAnswer } from "../../data/api/use-cluster-query.ts";
import { useFreshness } from "../../data/hooks/cluster-context.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { ClockTime } from "../../ui/text/ClockTime.tsx";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./node.module.css";

interface NodeCapacityProps {
  readonly answer: ClusterAnswer<NodeCapacityAnswer>;
}

/** Requests on the node compared to its allocatable resources, and the share of daemon pods. Read from the cluster
 *  when the user opens it. */
export function NodeCapacity({ answer }: NodeCapacityProps) {
  const { t } = useTranslation();
  const isLive = useFreshness().kind === "live";
  const { data, error, readAtMs } = answer;
  return (
    <>
      {error === null ? null : <p role="alert">{error instanceof ApiProblem ? error.message : t("node.agents.noServer")}</p>}
      {data === undefined ? null : (
        <>
          <p className={css.note}>{taxWords(data, t)}</p>
          {requestsNothing(data) ? null : (
            <>
              <LoadTable resources={data.resources.filter(({ requested }) => requested.amount !== "0")} />
              {data.taxes.length === 0 ? null : <TaxTable data={data} />}
            </>
          )}
          {isLive ? null : (
            <p className="i3">
              {t("node.capacity.readStale")} <ClockTime atMs={readAtMs} />
            </p>
          )}
          {data.onlyNamespace === undefined ? null : (
            <p className="i3">{t("node.capacity.onlyNamespace", { namespace: data.onlyNamespace })}</p>
          )}
          {data.isCut ? <p className="i3">{t("node.capacity.cut")}</p> : null}
        </>
      )}
    </>
  );
}

/** The features that the kubelet of the node declares, or nothing. */
export function NodeFeatures({ answer }: NodeCapacityProps) {
  const { t } = useTranslation();
  const { declaredFeatures = [] } = answer.data ?? {};
  if (declaredFeatures.length === 0) return null;
  return (
    <section aria-label={t("node.features")}>
      <h2>{t("node.features")}</h2>
      <ul className={css.features}>
        {declaredFeatures.map((feature) => (
          <li key={feature}>
            <code>{feature}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NO_SHARE: ResourceLoad["daemons"] = { amount: "0", percent: 0 };

/** Returns a truncated share without its sign: `<1` instead of 0 for an amount. */
const percentText = ({ amount, percent }: ResourceLoad["daemons"]): string => (percent === 0 && amount !== "0" ? "<1" : String(percent));

const shareOf = (resources: readonly ResourceLoad[], resource: string) =>
  resources.find((each) => each.resource === resource)?.daemons ?? NO_SHARE;

/** Reports whether the sentence has it all: no pod requests anything but its place on the node. */
const requestsNothing = ({ resources }: NodeCapacityAnswer): boolean =>
  resources.every(({ resource, requested }) => resource === "pods" || requested.amount === "0");

/** Returns the overhead of daemon pods on the node, in one sentence. */
function taxWords({ resources, pods, daemonPods }: NodeCapacityAnswer, t: Translate): string {
  if (daemonPods === 0) return t("node.capacity.noDaemons", { count: pods });
  const [cpu, memory] = [shareOf(resources, "cpu"), shareOf(resources, "memory")];
  if (cpu.amount === "0" && memory.amount === "0" && daemonPods === pods) return t("node.capacity.taxNone", { count: daemonPods });
  const numbers = { count: daemonPods, cpu: percentText(cpu), memory: percentText(memory) };
  return daemonPods === pods ? t("node.capacity.taxAll", numbers) : t("node.capacity.tax", { ...numbers, all: pods });
}

/** Returns an amount in the unit that people use: `15.6` for `15625m`, `62.6Gi` for `64136Mi`. Smaller ones stay. */
export function amountWords(amount: string): string {
  const [, digits = "", unit = ""] = /^(-?\d+)(m|Mi)$/.exec(amount) ?? [];
  const factor = unit === "m" ? 1000 : 1024;
  if (digits === "" || Math.abs(Number(digits)) < factor) return amount;
  return `${Math.trunc((Number(digits) / factor) * 10) / 10}${unit === "m" ? "" : "Gi"}`;
}

/** The resources that a pod requests. */
function LoadTable({ resources }: { readonly resources: readonly ResourceLoad[] }) {
  const { t } = useTranslation();
  if (resources.length === 0) return null;
  return (
    <DataTable
      isScrolled
      className={css.loads}
      rows={resources}
      keyOf={({ resource }) => resource}
      columns={[
        { head: t("node.capacity.resource"), isRowHead: true, cell: ({ resource }) => <code>{resource}</code> },
        {
          className: css.barCell,
          isWide: true,
          isHidden: true,
          cell: ({ requested, daemons }) => <LoadBar requested={requested.percent} daemons={daemons.percent} />,
        },
        ...(["daemons", "requested"] as const).map((part) => ({
          head: (
            <>
              <Swatch part={part} />
              {t(`node.capacity.${part}`)}
            </>
          ),
          className: "num",
          cell: ({ [part]: share }: ResourceLoad) => (
            <>
              {share.amount} <span className="i3">({percentText(share)}%)</span>
            </>
          ),
        })),
        {
          head: t("node.capacity.free"),
          className: "num",
          cell: ({ free }) => (
            <span className={free.startsWith("-") ? "strong" : undefined} title={free}>
              {amountWords(free)}
            </span>
          ),
        },
        { head: t("node.capacity.allocatable"), className: "num i2", cell: ({ allocatable }) => allocatable },
      ]}
    />
  );
}

/** Legend of a column: its part of the bar. */
export function Swatch({ part }: { readonly part: "daemons" | "requested" }) {
  return (
    <svg className={css.swatch} viewBox="0 0 8 8" aria-hidden="true">
      <rect className={css[part]} width="8" height="8" />
    </svg>
  );
}

/** All requests as a bar, with the part of daemon pods in another colour. A mark shows requests above the capacity. */
function LoadBar({ requested, daemons }: { readonly requested: number; readonly daemons: number }) {
  const shown = Math.min(100, requested);
  return (
    <svg className={css.loadBar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.ground} width="100" height="8" />
      <rect className={css.requested} width={shown} height="8" />
      <rect className={css.daemons} width={Math.min(shown, daemons)} height="8" />
      {requested > 100 ? <rect className={css.over} x="97" width="3" height="8" /> : null}
    </svg>
  );
}

function TaxTable({ data }: { readonly data: NodeCapacityAnswer }) {
  const { t } = useTranslation();
  const { taxes, daemonSetCount } = data;
  const resources = data.resources
    .map(({ resource }) => resource)
    .filter((resource) => resource !== "pods" && taxes.some(({ requests }) => requests[resource] !== undefined));
  return (
    <details>
      <summary>{t("node.capacity.byDaemonSet", { count: daemonSetCount })}</summary>
      <DataTable
        isScrolled
        rows={taxes}
        keyOf={({ daemonSet }) => daemonSet}
        columns={[
          {
            head: t("node.taints.daemonSet"),
            cell: ({ daemonSet }) => (
              <ViewLink view={daemonSetView(daemonSet)} className="mono">
                {daemonSet}
              </ViewLink>
            ),
          },
          { head: t("node.capacity.pods"), className: "num", cell: ({ pods }) => pods },
          ...resources.map((resource) => ({
            head: <code>{resource}</code>,
            className: "num",
            cell: ({ requests }: DaemonOverhead) => requests[resource] ?? <span className="i3">{t("node.capacity.nothing")}</span>,
          })),
        ]}
      />
      {daemonSetCount > taxes.length ? (
        <p className="i3">{t("node.capacity.moreDaemonSets", { count: daemonSetCount - taxes.length })}</p>
      ) : null}
    </details>
  );
}
