import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { inCommonText } from "@daemonscope/words/facts/in-common-text";
import { useNow } from "../../data/hooks/cluster-context.ts";
import { momentText } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";

/** What the failing nodes of the worst DaemonSet have in common (rule K5). */
export function InCommonNote({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  return <span>{inCommonText(t, record, (atMs) => momentText(atMs, nowMs))}</span>;
}
