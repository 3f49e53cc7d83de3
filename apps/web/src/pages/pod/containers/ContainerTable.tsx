import type { LifeContainer, PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import { type UsageOf, usageOf } from "@daemonscope/daemonset/pods/life/usage-share";
import type { PodUsageAnswer } from "@daemonscope/shared/http/pod";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { BreakableText } from "../../../ui/text/BreakableText.tsx";
import { ClockTime } from "../../../ui/text/ClockTime.tsx";
import type { Translate } from "../../../words/i18n/translator.ts";
import css from "../pod.module.css";
import { bytesText, coresText } from "./amount-text.ts";
import { containerCellStyle, lastExitWords, stateWords } from "./container-text.ts";

interface ContainerTableProps {
  readonly pod: PodDetail;
  readonly use: PodUsageAnswer;
  readonly nowMs: number;
}

const COLUMNS = ["container", "state", "restarts", "lastExit", "probes", "cpu", "memory"] as const;

/** Each container with its state, last exit, probes, and its use compared to requests and limits. */
export function ContainerTable({ pod, use, nowMs }: ContainerTableProps) {
  const { t } = useTranslation();
  if (pod.containers.length === 0) return <p className={css.missing}>{t("pod.missing.containers")}</p>;
  return (
    <section aria-label={t("pod.containers.title")}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: blocks on a phone */}
      <table className={css.containers} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" role="columnheader" className={column === "restarts" ? "num" : undefined}>
                {t(`pod.containers.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {pod.containers.map((container) => (
            <ContainerRow key={`${container.kind} ${container.name}`} container={container} use={use} nowMs={nowMs} t={t} />
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: blocks on a phone */}
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

interface ContainerRowProps {
  readonly container: LifeContainer;
  readonly use: PodUsageAnswer;
  readonly nowMs: number;
  readonly t: Translate;
}

function ContainerRow({ container, use, nowMs, t }: ContainerRowProps) {
  const { name, kind, image, restarts, probes } = container;
  const state = stateWords(t, container, nowMs);
  const measured = use.kind === "measured" ? use.containers[name] : undefined;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks on a phone
    <tr role="row" data-container={name}>
      <td role="cell" className={css.named}>
        <div className={css.who}>
          <CellSwatch look={containerCellStyle(container)} size={12} />
          <span>
            <b>{name}</b> {kind === "container" ? null : <span className={css.kind}>{t(`pod.containers.kinds.${kind}`)}</span>}{" "}
            <span className="i3">
              <BreakableText text={image} />
            </span>
          </span>
        </div>
      </td>
      <td role="cell" className={css.state} data-tone={state.isBad ? "bad" : undefined}>
        {state.words}
      </td>
      <td role="cell" className={`num ${css.restarts}`} data-label={t("pod.containers.restarts")}>
        <span className={restarts === 0 ? "i3" : "strong"}>{restarts}</span>
      </td>
      <td role="cell" className={css.exit}>
        <LastExit container={container} nowMs={nowMs} t={t} />
      </td>
      <td role="cell" className={css.probes}>
        {probes.length === 0 ? <span className="i3">{t("pod.containers.noProbes")}</span> : null}
        {probes.map((probe) => (
          <div key={probe.kind} title={t("pod.containers.probe", { kind: probe.kind, how: probe.how, seconds: probe.everySeconds })}>
            {probe.kind} <code>{probe.how}</code>
          </div>
        ))}
      </td>
      <td role="cell" className={css.use}>
        <UseCell label={t("pod.containers.cpu")} use={usageOf(container, "cpu", measured?.cores)} amountText={coresText} t={t} />
      </td>
      <td role="cell" className={css.use}>
        <UseCell label={t("pod.containers.memory")} use={usageOf(container, "memory", measured?.bytes)} amountText={bytesText} t={t} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: blocks on a phone
  );
}

function LastExit({ container, nowMs, t }: { readonly container: LifeContainer; readonly nowMs: number; readonly t: Translate }) {
  const exit = lastExitWords(t, container, nowMs);
  if (exit === undefined) return <span className="i3">{t("pod.containers.none")}</span>;
  return <span data-tone={exit.isBad ? "bad" : undefined}>{exit.words}</span>;
}

const BAR_WIDTH = 104;

interface UseCellProps {
  readonly label: string;
  readonly use: UsageOf;
  readonly amountText: (amount: number) => string;
  readonly t: Translate;
}

/** Use as a bar: the tick is the request, the end is the limit. Without a measurement it shows only request and
 *  limit. */
function UseCell({ label, use, amountText, t }: UseCellProps) {
  const { used, request, limit, atLimit } = use;
  const asked = request === undefined ? t("pod.containers.nothingAsked") : t("pod.containers.requested", { amount: amountText(request) });
  const allowed = limit === undefined ? t("pod.containers.noLimit") : t("pod.containers.of", { limit: amountText(limit) });
  if (used === undefined && request === undefined && limit === undefined) return <span className="i3">{t("pod.containers.none")}</span>;
  return (
    <div title={`${asked}${t("model.comma")}${allowed}`}>
      <span className={css.useLabel}>{label} </span>
      {used === undefined ? <span className="i2">{asked}</span> : <b data-tone={atLimit ? "bad" : undefined}>{amountText(used)}</b>}{" "}
      <span className="i3">{used === undefined && limit === undefined ? "" : allowed}</span>
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
