import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { CreationRefusal } from "@daemonscope/shared/http/answers";
import { causeMessage } from "@daemonscope/words/facts/cause-help";
import { causeOrPortSentence } from "@daemonscope/words/facts/cause-text";
import { useNow } from "../../../data/hooks/cluster-context.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { CauseMessage } from "../../causes/CauseMessage.tsx";
import { occurrenceText } from "../../causes/occurrence-text.ts";
import { CauseLine } from "../CauseLine.tsx";
import { CauseRemedies } from "./CauseRemedies.tsx";

/** A wanted pod that the API server refuses to create: its words, how often and since when, and what helps. */
export function MissingPod({
  refusal: { cause, detail, firstAtMs },
  record,
}: {
  readonly refusal: CreationRefusal;
  readonly record: DaemonSetRecord | undefined;
}) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const message = causeMessage(cause, detail);
  return (
    <>
      <CauseLine cause={causeOrPortSentence(t, cause)} known={occurrenceText(t, cause, detail, nowMs, firstAtMs)} />
      {message === undefined || message === "" ? null : <CauseMessage message={message} />}
      {record?.underWay === true ? <p className="i2">{t("explain.refusalStops")}</p> : null}
      <CauseRemedies cause={cause} record={record} />
    </>
  );
}
