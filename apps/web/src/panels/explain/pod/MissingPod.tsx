import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { CreationRefusal } from "@daemonscope/shared/http/answers";
import { causeMessage } from "@daemonscope/words/facts/cause-help";
import { useTranslation } from "react-i18next";
import { useNow } from "../../../data/hooks/cluster-context.ts";
import type { DaemonSetView } from "../../../data/url/url.ts";
import { ViewLink } from "../../../data/url/ViewLink.tsx";
import { CauseHelp } from "../../causes/CauseHelp.tsx";
import { CauseMessage } from "../../causes/CauseMessage.tsx";
import { occurrenceText } from "../../causes/occurrence-text.ts";
import css from "../proof/explain.module.css";
import { Elsewhere } from "./Elsewhere.tsx";

/** A wanted pod that the API server refuses to create: its words, how often and since when, other nodes, what helps. */
export function MissingPod({
  view,
  node,
  refusal: { cause, detail, firstAtMs },
  record,
  byte,
}: {
  readonly view: DaemonSetView;
  readonly node: string;
  readonly refusal: CreationRefusal;
  readonly record: DaemonSetRecord | undefined;
  /** The cell of the node. */
  readonly byte: CellByte | undefined;
}) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const message = causeMessage(cause, detail);
  return (
    <>
      {message === undefined || message === "" ? null : <CauseMessage message={message} />}
      <p className="i3">{occurrenceText(t, cause, detail, nowMs, firstAtMs)}</p>
      <p className={css.around}>
        <Elsewhere record={record} cause={cause} node={node} byte={byte} /> {record?.underWay === true ? t("explain.refusalStops") : ""}
      </p>
      <CauseHelp cause={cause} />
      <nav className={css.links} data-of-now aria-label={t("explain.goOn")}>
        <ViewLink view={{ ...view, node: undefined, section: "events" }}>{t("sections.events")}</ViewLink>
        <ViewLink view={{ ...view, node: undefined, section: "yaml" }}>{t("sections.yaml")}</ViewLink>
      </nav>
    </>
  );
}
