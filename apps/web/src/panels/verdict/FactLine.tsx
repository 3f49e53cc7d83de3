import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { concernHelp } from "@daemonscope/words/facts/cause-help";
import { failingRevisionText, inCommonText } from "@daemonscope/words/facts/in-common-text";
import { awaitedText, unavailableText } from "@daemonscope/words/facts/unavailable-text";
import type { ReactNode } from "react";
import { classes } from "../../ui/theme/classes.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./fact-line.module.css";
import { hasPaceFacts } from "./pace/measured-pace-text.ts";
import { PaceFacts } from "./pace/PaceFacts.tsx";

interface FactLineProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  readonly isLive: boolean;
  /** The reason why no node is eligible, if none is. Replaces all other facts. */
  readonly noMatch: ReactNode;
}

/** Reports whether the line is about failures. Then it never has a pace. */
function isAboutFailures(record: DaemonSetRecord): boolean {
  const word = verdictWordOf(record);
  return word === "stuck" || word === "failing" || record.inCommon !== undefined;
}

/** One line under the verdict: what failing nodes have in common (rule K5), the pace of a rollout, or image and
 *  strategy. Its height is fixed. */
export function FactLine(props: FactLineProps) {
  const isFailing = isAboutFailures(props.record);
  return (
    <div className={css.place} data-fact>
      <div className={classes(css.line, isFailing && css.failing, "data")}>
        <Fact {...props} />
      </div>
    </div>
  );
}

function Fact({ record, nowMs, isLive, noMatch }: FactLineProps) {
  const { t } = useTranslation();
  const helps = controllerHelp(t, record);
  const text = isAboutFailures(record)
    ? (inCommonText(t, record, (atMs) => momentText(atMs, nowMs)) ?? failingRevisionText(t, record) ?? awaitedText(t, record) ?? helps)
    : helps;
  if (text !== undefined)
    return (
      <p key={text} className={css.sentence} title={text} data-in-common>
        {text}
      </p>
    );
  if (isAboutFailures(record)) return null;
  if (noMatch !== undefined) return noMatch;
  if (hasPaceFacts(record, nowMs)) return <PaceFacts record={record} nowMs={nowMs} isLive={isLive} />;
  return <SpecFacts record={record} />;
}

/** Returns what helps if another controller stopped or left a pause: no pod has a problem that the line can compare. */
function controllerHelp(t: Translate, record: DaemonSetRecord): string | undefined {
  return record.concern !== null && "controller" in record.concern.detail ? concernHelp(t, record) : undefined;
}

/** The waiting or unavailable nodes, the images without registry and path, and the update strategy. On phones the last
 *  of three facts is not shown. */
function SpecFacts({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const { kind, spec } = record.budget;
  const waits = [awaitedText(t, record), unavailableText(t, record.unavailable)].filter((text) => text !== undefined);
  const images = record.containers.map(({ image }) => image);
  const facts = [
    record.strategy,
    ...(kind === "none" || kind === "unknown" ? [] : [`${kind} ${spec}`]),
    ...(record.minReadySeconds === 0 ? [] : [`minReadySeconds ${record.minReadySeconds}`]),
  ];
  return (
    <>
      {waits.length === 0 ? null : <span className={css.first}>{waits.join(t("rollout.comma"))}</span>}
      <b className="mono" title={images.join(", ")}>
        {images.map((image) => image.slice(image.lastIndexOf("/") + 1)).join(t("rollout.comma"))}
      </b>
      <span>{facts.join(t("rollout.comma"))}</span>
    </>
  );
}
