import { deletePodsPlan, MOST_AT_ONCE } from "@daemonscope/daemonset/actions/delete-pods";
import type { KubectlTarget } from "@daemonscope/daemonset/actions/kubectl-line";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CommandLine } from "../controls/CommandLine.tsx";
import type { GridNode } from "../rows/node-cells.ts";
import { countText } from "../text/figures.ts";
import css from "./rollout.module.css";
import type { WorklistGroup } from "./select-worklist.ts";

interface WorklistProps {
  readonly groups: readonly WorklistGroup[];
  readonly onOpen: (node: string) => void;
  readonly cluster: KubectlTarget | undefined;
  readonly namespace: string;
  /** Its old pod; undefined where that is not known. */
  readonly oldPodOf: (node: GridNode) => string | undefined;
  /** What is not known of pods is on its way. */
  readonly isReadingPods: boolean;
}

const SHOWN = 12;

/** Under OnDelete: the nodes whose old pod waits to be deleted by hand. */
export function Worklist({ groups, ...shared }: WorklistProps) {
  const { t } = useTranslation();
  const total = groups.reduce((sum, group) => sum + group.nodes.length, 0);
  return (
    <section aria-label={t("rollout.worklist.title")}>
      <h2>{total === 0 ? t("rollout.worklist.none") : t("rollout.worklist.count", { count: total })}</h2>
      {groups.map((group) => (
        <WorklistNodes key={group.group} group={group} {...shared} />
      ))}
    </section>
  );
}

interface WorklistNodesProps extends Omit<WorklistProps, "groups"> {
  readonly group: WorklistGroup;
}

function WorklistNodes({ group, onOpen, cluster, namespace, oldPodOf, isReadingPods }: WorklistNodesProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const nodes = isWhole ? group.nodes : group.nodes.slice(0, SHOWN);
  const rest = group.nodes.length - nodes.length;
  const command = deletePodsPlan(cluster, namespace, group.nodes.slice(0, MOST_AT_ONCE).map(oldPodOf))?.kubectl;
  return (
    <div className={css.pool}>
      <b className="strong">{group.group === "" ? t("grid.noValue") : group.group}</b>{" "}
      <span className="i3">{countText(group.nodes.length)}</span>
      <p>
        {nodes.map(({ name }, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <button type="button" className="link" onClick={() => onOpen(name)}>
              {name}
            </button>
          </span>
        ))}
        {rest > 0 && (
          <>
            {" "}
            <button type="button" className="link" onClick={() => setWhole(true)}>
              {t("rollout.worklist.more", { more: rest })}
            </button>
          </>
        )}
      </p>
      {command === undefined ? (
        <p className="i3">{t(isReadingPods ? "rollout.worklist.reading" : "rollout.worklist.noCommand")}</p>
      ) : (
        <div data-of-now>
          <CommandLine line={command} label={t("rollout.worklist.copy", { group: group.group === "" ? t("grid.noValue") : group.group })} />
        </div>
      )}
      {command === undefined || group.nodes.length <= MOST_AT_ONCE ? null : (
        <p className="i3">{t("rollout.worklist.first", { count: MOST_AT_ONCE })}</p>
      )}
    </div>
  );
}
