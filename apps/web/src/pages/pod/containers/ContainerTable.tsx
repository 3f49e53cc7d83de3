import type { LifeContainer, PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import { type UsageOf, usageOf } from "@daemonscope/daemonset/pods/life/usage-share";
import type { PodUsageAnswer } from "@daemonscope/shared/http/pod";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { DataTable } from "../../../ui/controls/DataTable.tsx";
import { BreakableText } from "../../../ui/text/BreakableText.tsx";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import type { Translate } from "../../../words/i18n/translator.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../pod.module.css";
import { containerCellStyle, lastExitWords, stateWords } from "./container-text.ts";

const MEBIBYTE = 2 ** 20;

const GIBIBYTE = 2 ** 30;

const short = (value: number): string => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2))));

/** Formats memory in binary units: `512Ki`, `199Mi`, and from one gibibyte on `1.5Gi`. */
export function bytesText(bytes: number): string {
  if (bytes >= GIBIBYTE) return `${Number((bytes / GIBIBYTE).toPrecision(3))}Gi`;
  return bytes < MEBIBYTE ? `${Math.round(bytes / 1024)}Ki` : `${Math.round(bytes / MEBIBYTE)}Mi`;
}

/** Formats cores in thousandths, and from one core on in cores: `31m`, `1.2`. */
export const coresText = (cores: number): string => (cores >= 1 ? short(cores) : `${Math.round(cores * 1000)}m`);

interface ContainerTableProps {
  readonly pod: PodDetail;
  readonly use: PodUsageAnswer;
  readonly nowMs: number;
}

/** Each container with its state, last exit, probes, and its use compared to requests and limits. */
export function ContainerTable({ pod, use, nowMs }: ContainerTableProps) {
  const { t } = useTranslation();
  if (pod.containers.length === 0) return <p className={css.missing}>{t("pod.missing.containers")}</p>;
  return (
    <section aria-label={t("pod.containers.title")}>
      <DataTable
        className={css.containers}
        isStacked
        rows={pod.containers}
        keyOf={({ kind, name }) => `${kind} ${name}`}
        rowProps={({ name }) => ({ "data-container": name })}
        columns={[
          { head: t("pod.containers.container"), className: css.named, cell: (container) => <Name container={container} t={t} /> },
          {
            head: t("pod.containers.state"),
            className: css.state,
            cell: (container) => {
              const { words, isBad } = stateWords(t, container, nowMs);
              return <span data-tone={isBad ? "bad" : undefined}>{words}</span>;
            },
          },
          {
            head: t("pod.containers.restarts"),
            className: `num ${css.restarts}`,
            cell: ({ restarts }) => (
              <>
                <span className={css.label}>{t("pod.containers.restarts")} </span>
                <span className={restarts === 0 ? "i3" : "strong"}>{restarts}</span>
              </>
            ),
          },
          {
            head: t("pod.containers.lastExit"),
            className: css.exit,
            cell: (container) => <LastExit container={container} nowMs={nowMs} t={t} />,
          },
          { head: t("pod.containers.probes"), className: css.probes, cell: ({ probes }) => <Probes probes={probes} t={t} /> },
          ...(["cpu", "memory"] as const).map((resource) => ({
            head: t(`pod.containers.${resource}`),
            className: css.use,
            cell: (container: LifeContainer) => <UseCell container={container} resource={resource} use={use} t={t} />,
          })),
        ]}
      />
      <UseLine use={use} t={t} />
    </section>
  );
}

/** Source of the numbers, or why there are none, in one unobtrusive line. */
function UseLine({ use, t }: { readonly use: PodUsageAnswer; readonly t: Translate }) {
  if (use.kind === "unread") return <p className="i3">{use.why}</p>;
  if (use.kind !== "measured") return <p className="i3">{t(`pod.use.${use.kind}`)}</p>;
  if (use.atMs === undefined) return null;
  return (
    <p className="i3">
      {t("pod.use.measured")} <ClockTime atMs={use.atMs} />
      {use.window === "" ? "" : `${t("model.comma")}${t("pod.use.over", { window: use.window })}`}
    </p>
  );
}

function Name({ container, t }: { readonly container: LifeContainer; readonly t: Translate }) {
  const { name, kind, image } = container;
  return (
    <div className={css.who}>
      <CellSwatch look={containerCellStyle(container)} size={12} />
      <span>
        <b>{name}</b> {kind === "container" ? null : <span className={css.kind}>{t(`pod.containers.kinds.${kind}`)}</span>}{" "}
        <span className="i3">
          <BreakableText text={image} />
        </span>
      </span>
    </div>
  );
}

function Probes({ probes, t }: Pick<LifeContainer, "probes"> & { readonly t: Translate }) {
  if (probes.length === 0) return <span className="i3">{t("pod.containers.noProbes")}</span>;
  return probes.map((probe) => (
    <div key={probe.kind} title={t("pod.containers.probe", { kind: probe.kind, how: probe.how, seconds: probe.everySeconds })}>
      {probe.kind} <code>{probe.how}</code>
    </div>
  ));
}

function LastExit({ container, nowMs, t }: { readonly container: LifeContainer; readonly nowMs: number; readonly t: Translate }) {
  const exit = lastExitWords(t, container, nowMs);
  if (exit === undefined) return <span className="i3">{t("pod.containers.none")}</span>;
  return <span data-tone={exit.isBad ? "bad" : undefined}>{exit.words}</span>;
}

const BAR_WIDTH = 104;

interface UseCellProps {
  readonly container: LifeContainer;
  readonly resource: "cpu" | "memory";
  readonly use: PodUsageAnswer;
  readonly t: Translate;
}

/** Use as a bar: the tick is the request, the end is the limit. Without a measurement it shows only request and
 *  limit. */
function UseCell({ container, resource, use: answer, t }: UseCellProps) {
  const measured = answer.kind === "measured" ? answer.containers[container.name] : undefined;
  const use = usageOf(container, resource, resource === "cpu" ? measured?.cores : measured?.bytes);
  const amountText = resource === "cpu" ? coresText : bytesText;
  const { used, request, limit, atLimit } = use;
  const requestText =
    request === undefined ? t("pod.containers.nothingAsked") : t("pod.containers.requested", { amount: amountText(request) });
  const limitText = limit === undefined ? t("pod.containers.noLimit") : t("pod.containers.of", { limit: amountText(limit) });
  if (used === undefined && request === undefined && limit === undefined) return <span className="i3">{t("pod.containers.none")}</span>;
  return (
    <div title={`${requestText}${t("model.comma")}${limitText}`}>
      <span className={css.label}>{t(`pod.containers.${resource}`)} </span>
      {used === undefined ? <span className="i2">{requestText}</span> : <b data-tone={atLimit ? "bad" : undefined}>{amountText(used)}</b>}{" "}
      <span className="i3">{used === undefined && limit === undefined ? "" : limitText}</span>
      {request === undefined && limit === undefined ? null : <UseBar use={use} />}
    </div>
  );
}

/** Decoration: the words next to it state the same. */
function UseBar({ use: { atLimit, usedShare, requestShare } }: { readonly use: UsageOf }) {
  return (
    <svg width={BAR_WIDTH} height="9" aria-hidden="true">
      <rect className={css.barGround} y="2" width={BAR_WIDTH} height="5" />
      <rect className={atLimit ? css.barFull : css.barUsed} y="2" width={usedShare * BAR_WIDTH} height="5" />
      {requestShare === undefined ? null : (
        <path className={css.barRequest} d={`M${Math.max(0.75, requestShare * BAR_WIDTH - 0.75)},0V9`} />
      )}
    </svg>
  );
}
