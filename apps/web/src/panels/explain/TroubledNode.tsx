import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ReactNode } from "react";
import { useExplain } from "../../data/api/queries.ts";
import { daemonSetView } from "../../data/url/url.ts";
import drawerCss from "../../ui/drawer/drawer.module.css";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./troubled-node.module.css";
import { WhyAnswer } from "./WhyAnswer.tsx";

interface TroubledNodeProps {
  readonly record: DaemonSetRecord;
  readonly node: string;
  readonly title: ReactNode;
  /** In a box across the page, not in a panel. */
  readonly isWide?: boolean;
}

/** The cause, the evidence and the remedies of one DaemonSet on one node, as a part of another page. */
export function TroubledNode({ record, node, title, isWide = false }: TroubledNodeProps) {
  const { t } = useTranslation();
  const { namespace, name } = record;
  const { data, isPending } = useExplain(namespace, name, node, [record.generation, record.reported.numberReady]);
  return (
    <section className={isWide ? css.wide : undefined} aria-label={t("explain.label", { name, node })}>
      {title}
      {data === undefined ? (
        <p className={drawerCss.lead}>{isPending ? t("explain.asking") : t("explain.notAsked")}</p>
      ) : (
        <WhyAnswer key={node} view={daemonSetView(record.key)} node={node} data={data} record={record} />
      )}
    </section>
  );
}
