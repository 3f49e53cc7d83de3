import type { KubectlTarget } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { deletePodsPlan, MAX_DELETIONS_AT_ONCE } from "@daemonscope/daemonset/actions/delete-pods";
import { Fragment, useState } from "react";
import { groupWords } from "../../data/rows/grouping-text.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CommandLine } from "../../ui/controls/CommandLine.tsx";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import type { Worklist as Listed, OutdatedPodGroup } from "./outdated-pod-groups.ts";
import css from "./side-panel.module.css";

interface WorklistProps {
  readonly view: DaemonSetView;
  readonly worklist: Listed;
  /** No command is shown that would make another new pod fail. */
  readonly newPodsFail: boolean;
  readonly onOpen: (node: string) => void;
  readonly cluster: KubectlTarget | undefined;
  /** Returns the name of a node's old pod; undefined if unknown. */
  readonly oldPodOf: (node: GridNode) => string | undefined;
  /** Missing pod data is loading. */
  readonly isReadingPods: boolean;
}

const MAX_SHOWN = 12;

/** Under OnDelete: the nodes whose old pod waits for a manual deletion. */
export function OutdatedPods({ worklist: { groups, coming }, ...shared }: WorklistProps) {
  const { t } = useTranslation();
  const total = groups.reduce((sum, group) => sum + group.nodes.length, 0);
  return (
    <section aria-label={t("rollout.worklist.title")}>
      <h2>{total === 0 ? t("rollout.worklist.none") : t("rollout.worklist.count", { count: total })}</h2>
      {total === 0 ? null : (
        <p className="i2">
          {shared.newPodsFail
            ? t("rollout.worklist.fails")
            : coming === 0
              ? t("rollout.worklist.oneByOne")
              : t("rollout.worklist.wait", { count: coming })}{" "}
          <ViewLink className="link" view={{ ...shared.view, section: "worklist" }}>
            {t("actions.openWorklist")}
          </ViewLink>
        </p>
      )}
      {groups.map((group) => (
        <WorklistNodes key={group.group} group={group} {...shared} />
      ))}
    </section>
  );
}

interface WorklistNodesProps extends Omit<WorklistProps, "worklist"> {
  readonly group: OutdatedPodGroup;
}

function WorklistNodes({ group, onOpen, ...shared }: WorklistNodesProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const nodes = isWhole ? group.nodes : group.nodes.slice(0, MAX_SHOWN);
  const rest = group.nodes.length - nodes.length;
  return (
    <div className={css.pool}>
      <b className="strong mono">{groupWords(group.group, t)}</b> <span className="i3">{countText(group.nodes.length)}</span>
      <p>
        {nodes.map(({ name }, index) => (
          <Fragment key={name}>
            {index > 0 && " "}
            <span className={css.listed}>
              <button type="button" className="link mono" onClick={() => onOpen(name)}>
                {name}
              </button>
              {index < nodes.length - 1 && ","}
            </span>
          </Fragment>
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
      {shared.newPodsFail ? null : <GroupCommands group={group} {...shared} />}
    </div>
  );
}

/** The commands that delete old pods of one group. */
interface WorklistCommands {
  /** Deletes one pod. `isUnready`: the node is NotReady, so the pod ends only once its kubelet responds. */
  readonly one: { readonly node: string; readonly command: string; readonly isUnready: boolean };
  /** Deletes the first `count` pods together, at most MAX_DELETIONS_AT_ONCE; absent if there is only one. */
  readonly all?: { readonly count: number; readonly command: string };
}

/** Returns the commands for a group's nodes; undefined while the name of a pod is unknown. Prefers a Ready node for
 *  the first pod. */
export function worklistCommands(
  cluster: KubectlTarget | undefined,
  namespace: string,
  nodes: readonly GridNode[],
  oldPodOf: (node: GridNode) => string | undefined,
): WorklistCommands | undefined {
  const first = nodes.find(({ record }) => record.ready === "True") ?? nodes[0];
  const one = first === undefined ? undefined : deletePodsPlan(cluster, namespace, [oldPodOf(first)])?.kubectl;
  if (first === undefined || one === undefined) return undefined;
  const together = nodes.slice(0, MAX_DELETIONS_AT_ONCE);
  const all = nodes.length < 2 ? undefined : deletePodsPlan(cluster, namespace, together.map(oldPodOf))?.kubectl;
  return {
    one: { node: first.name, command: one, isUnready: first.record.ready !== "True" },
    ...(all === undefined ? {} : { all: { count: together.length, command: all } }),
  };
}

/** The command that deletes one pod. The command for several pods follows a description of its effect. */
function GroupCommands({ group, cluster, view, oldPodOf, isReadingPods }: Omit<WorklistNodesProps, "onOpen" | "newPodsFail">) {
  const { t } = useTranslation();
  const commands = worklistCommands(cluster, view.namespace, group.nodes, oldPodOf);
  if (commands === undefined) return <p className="i3">{t(isReadingPods ? "rollout.worklist.reading" : "rollout.worklist.noCommand")}</p>;
  const { one, all } = commands;
  return (
    <div data-of-now>
      {group.nodes.length > 1 ? <p className="i3">{t("rollout.worklist.onNode", { node: one.node })}</p> : null}
      <CommandLine line={one.command} label={t("rollout.worklist.copyOne", { node: one.node })} />
      {one.isUnready ? <p className="i3">{t("rollout.worklist.unready", { node: one.node })}</p> : null}
      {all === undefined ? null : (
        <details className={css.allAtOnce}>
          <summary>
            {all.count < group.nodes.length
              ? t("rollout.worklist.first", { count: all.count, of: group.nodes.length })
              : t("rollout.worklist.all", { count: all.count })}
          </summary>
          <p className="i2">{t("rollout.worklist.allEffect", { count: all.count })}</p>
          <CommandLine line={all.command} label={t("rollout.worklist.copyAll", { count: all.count })} />
        </details>
      )}
    </div>
  );
}
