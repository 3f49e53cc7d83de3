import { nodeConditionOf } from "@daemonscope/daemonset/causes/causes";
import { namespaceOfKey } from "@daemonscope/kube/base/object-key";
import type { Condition } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import type { NodeAnswer } from "@daemonscope/shared/http/answers";
import { Fragment } from "react";
import { podView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { BreakableText } from "../../ui/text/BreakableText.tsx";
import { ageSince } from "../../words/format/age-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./node.module.css";

/** Ready is healthy if True, all other conditions of the kubelet if False. */
const isHealthy = ({ type, status }: Condition): boolean => status === (type === "Ready" ? "True" : "False");

/** The pods that the kubelet rejects because of a condition. */
function TurnedAway({ type, daemonSets }: { readonly type: string; readonly daemonSets: NodeAnswer["daemonSets"] }) {
  const { t } = useTranslation();
  const pods = podsOfCondition(type, daemonSets);
  if (pods.length === 0) return null;
  return (
    <div>
      {t("node.conditions.rejects")}
      {pods.map(({ key, pod }, at) => (
        <Fragment key={pod}>
          {at === 0 ? " " : t("model.listComma")}
          <ViewLink className="link" view={podView(namespaceOfKey(key), pod)}>
            <BreakableText text={pod} />
          </ViewLink>
        </Fragment>
      ))}
    </div>
  );
}

/** The node's conditions with their ages, and the pods that they turn away; unhealthy ones are highlighted, with their
 *  reason and message. */
export function ConditionTable({
  conditions,
  daemonSets,
  nowMs,
}: {
  readonly conditions: readonly Condition[];
  readonly daemonSets: NodeAnswer["daemonSets"];
  readonly nowMs: number;
}) {
  const { t } = useTranslation();
  return (
    <DataTable
      className={css.conditions}
      rows={[...conditions].sort((a, b) => Number(b.type === "Ready") - Number(a.type === "Ready"))}
      keyOf={({ type }) => type}
      columns={[
        { head: t("node.conditions.type"), className: css.condition, cell: ({ type }) => type },
        {
          head: t("node.conditions.status"),
          cell: (each) =>
            isHealthy(each) ? (
              <span className="i2">{each.status}</span>
            ) : (
              <>
                <b data-tone="bad">{each.status}</b> <span className="i2">{each.reason}</span>
                {each.message === undefined ? null : <div className="i2">{each.message}</div>}
                <TurnedAway type={each.type} daemonSets={daemonSets} />
              </>
            ),
        },
        {
          head: t("node.conditions.since"),
          className: "num i3",
          cell: ({ lastTransitionTime: since }) => <span title={since}>{ageSince(t, timeMs(since), nowMs)}</span>,
        },
      ]}
    />
  );
}

type DaemonSets = NodeAnswer["daemonSets"];

/** Returns the pods that the kubelet rejects because of a condition of the node, by the key of their DaemonSet. */
export function podsOfCondition(type: string, daemonSets: DaemonSets): readonly { readonly key: string; readonly pod: string }[] {
  return daemonSets.flatMap(({ key, pods }) =>
    pods.flatMap(({ name, trouble }) => (trouble !== undefined && nodeConditionOf(trouble) === type ? [{ key, pod: name }] : [])),
  );
}
