import { kubectlLine } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { formatStep } from "@daemonscope/daemonset/actions/steps/format-step";
import { phaseOfState, upgradeStateOf } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { pressuresOf } from "@daemonscope/daemonset/model/tables/node-entry";
import { type CellState, cellState } from "@daemonscope/daemonset/pair/cell/cell";
import type { NodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Condition } from "@daemonscope/kube/objects";
import { hasSynced } from "@daemonscope/kube/source-status";
import { timeMs } from "@daemonscope/kube/values/time";
import { NODE_SECTIONS } from "@daemonscope/shared/http/sections";
import { type ClusterState, nodeNamed } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf, sortedNames } from "@daemonscope/shared/state/row-ids";
import { lifecycleSignsText, lifecycleText } from "@daemonscope/words/facts/lifecycle-text";
import type { ReactNode } from "react";
import { useNode } from "../../data/api/queries.ts";
import { type CellStyle, plainCellStyle } from "../../data/cell/cell-style.ts";
import { useClusterView, useNow } from "../../data/hooks/cluster-context.ts";
import { type NodeView, WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { PlanButton } from "../../panels/actions/PlanButton.tsx";
import { SectionTabs } from "../../panels/sections/SectionTabs.tsx";
import { WarningMark } from "../../panels/sections/WarningMark.tsx";
import { Headline } from "../../panels/verdict/Headline.tsx";
import { copyText } from "../../ui/announce/copy-text.ts";
import { useTitle } from "../../ui/announce/use-title.ts";
import { useCommand } from "../../ui/keys/use-command.ts";
import { Connecting } from "../../ui/loading/Connecting.tsx";
import { NotFound } from "../../ui/loading/NotFound.tsx";
import { stepPhraseText } from "../../words/facts/step-phrase.ts";
import { ageSince } from "../../words/format/age-text.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { NodeOverview } from "./NodeOverview.tsx";
import css from "./node.module.css";
import { countAgents, failingSince } from "./select-agents.ts";

/** Returns the part of a node's life that its word states: of a Ready node, and of one that joins or shuts down. */
function statedLife({ ready, lifecycle }: Pick<NodeRecord, "ready"> & { readonly lifecycle: NodeLifecycle }) {
  switch (lifecycle.kind) {
    case "joining":
    case "shuttingDown":
      return lifecycle.kind;
    case "leaving":
      return ready === "True" && isEnding(lifecycle) ? lifecycle.kind : undefined;
    case "draining":
    case "drained":
    case "unknown":
      return ready === "True" ? lifecycle.kind : undefined;
    default:
      return undefined;
  }
}

/** Returns the word for the state of a node, with its age if it is not Ready: `READY`, `LEAVING`, `NOTREADY 18m`. An
 *  ordinary node has the word of its square: `FAILING 2m`. `failingSinceMs`: of its failing agents. */
export function nodeWord(
  { ready, lifecycle }: Pick<NodeRecord, "ready"> & { readonly lifecycle: NodeLifecycle },
  square: CellState,
  conditions: readonly Condition[] | undefined,
  nowMs: number,
  t: Translate,
  failingSinceMs?: number,
): string {
  const life = statedLife({ ready, lifecycle });
  const word = life === undefined ? undefined : t(`node.word.${life}`);
  const aged = (stated: string, sinceMs: number | undefined) =>
    sinceMs === undefined ? stated : `${stated} ${ageSince(t, sinceMs, nowMs)}`;
  if (ready === "True") return word ?? aged(squareWord(square, t), square === "failing" ? failingSinceMs : undefined);
  return aged(word ?? "NOTREADY", timeMs(conditions?.find(({ type }) => type === "Ready")?.lastTransitionTime));
}

/** States the part of a node's life and its signs. The part is left out if the node's word states it. */
export function lifeFact(node: Pick<NodeRecord, "ready"> & { readonly lifecycle: NodeLifecycle }, t: Translate): string | undefined {
  const { lifecycle } = node;
  const isStated = lifecycle.kind !== "unknown" && statedLife(node) !== undefined;
  return isStated ? lifecycleSignsText(t, lifecycle) : lifecycleText(t, lifecycle);
}

const squareWord = (square: CellState, t: Translate): string =>
  square === "failing" || square === "misscheduled" ? t(`verdict.word.${square}`) : "READY";

/** Returns the pressures and the cordon after the name of a node: `, DiskPressure, cordoned`. Without pressures before
 *  the conditions are read. */
export const nodeSuffixes = (
  { unschedulable }: Pick<NodeRecord, "unschedulable">,
  conditions: readonly Condition[] | undefined,
  t: Translate,
): string =>
  [...(pressuresOf(conditions ?? []) ?? []), ...(unschedulable ? [t("node.cordoned")] : [])]
    .map((suffix) => `${t("node.comma")}${suffix}`)
    .join("");

/** Returns the state of the square of a node: a failed upgrade or a failing agent first, then a misscheduled pod, then
 *  the state of the node. Agents of a node that ends, or is not Ready, are not to blame. */
export function squareState(
  { ready, lifecycle }: Pick<NodeRecord, "ready"> & { readonly lifecycle: NodeLifecycle },
  agents: readonly CellState[],
  hasFailedUpgrade: boolean,
): CellState {
  const isJoining = lifecycle.kind === "joining";
  const isExcused = isEnding(lifecycle) || (ready !== "True" && !isJoining);
  if (hasFailedUpgrade || (!isExcused && agents.includes("failing"))) return "failing";
  if (!isExcused && agents.includes("misscheduled")) return "misscheduled";
  return isJoining ? "starting" : "available";
}

/** Labels of every cloud. */
const INSTANCE_TYPE = "node.kubernetes.io/instance-type";
const ZONE = "topology.kubernetes.io/zone";

/** One node: its conditions, taints and labels, and every DaemonSet with its state here and the reason. `children`:
 *  the body of every other section. */
export function NodePage({ view, children }: { readonly view: NodeView; readonly children: ReactNode }) {
  const { name } = view;
  const { state } = useClusterView();
  useCommand("copyName", () => void copyText(name));
  useCommand("copyKubectl", () => void copyText(kubectlLine(state?.cluster, undefined, ["describe", "node", name])));
  if (state === undefined) return <Connecting />;
  const record = nodeNamed(state, name);
  if (record !== undefined)
    return (
      <NodeBody state={state} record={record} view={view}>
        {children}
      </NodeBody>
    );
  if (!hasSynced(state.sources.nodes)) return <UnreadNode name={name} />;
  return <NotFound kind="node" name={name} known={sortedNames(state.rows)} linkOf={(other) => ({ ...view, name: other })} />;
}

function UnreadNode({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  useTitle(t("node.notRead"), t("node.title", { name }));
  return (
    <main className="message">
      <h1 className="mono">{name}</h1>
      <p>{t("node.unread")}</p>
    </main>
  );
}

interface NodeBodyProps {
  readonly state: ClusterState;
  readonly record: NodeRecord;
  readonly view: NodeView;
  readonly children: ReactNode;
}

/** Links to previews of a cordon or an uncordon, and the action itself. A node on its way out needs neither action.
 *  On a node that another controller upgrades, an uncordon would race with its drain. */
function NodeActions({
  name,
  isCordoned,
  isInOtherHands,
}: {
  readonly name: string;
  readonly isCordoned: boolean;
  readonly isInOtherHands: boolean;
}) {
  const { t } = useTranslation();
  const step: Step = { kind: isCordoned ? "uncordon" : "cordon", nodes: { kind: "names", names: [name] } };
  return (
    <span className={css.actions} data-of-now>
      <ViewLink className="btn" view={{ ...WHAT_IF_VIEW, steps: formatStep(step), look: { node: name } }}>
        {t("chrome.whatIf")}
      </ViewLink>
      {isInOtherHands ? null : (
        <PlanButton question={{ steps: [step] }} title={stepPhraseText(step, t)} label={t(isCordoned ? "node.uncordon" : "node.cordon")} />
      )}
    </span>
  );
}

/** The cells of the node, one for each DaemonSet. */
function cellsOf(state: ClusterState, name: string) {
  const row = rowIdOf(state.rows, name) ?? -1;
  return state.cells.map((column) => column.at(row));
}

/** Returns the state of the square in the head of the page. */
function squareOf(state: ClusterState, record: NodeRecord, upgrades: ReturnType<typeof upgradesOn>): CellState {
  const agents = cellsOf(state, record.name).map((byte) => cellState(byte ?? 0));
  const hasFailed = upgrades.some(({ phase }) => phase === "failed");
  return squareState({ ready: record.ready, lifecycle: nodeLifecycle(record) }, agents, hasFailed);
}

/** Returns the look of the square. On a node on its way out, it is the look of its agents. */
const squareLook = (square: CellState, { ready, unschedulable }: NodeRecord, lifecycle: NodeLifecycle): CellStyle =>
  plainCellStyle(square, {
    nodeUnready: ready !== "True",
    cordoned: unschedulable,
    ...(isEnding(lifecycle) && square !== "failing" ? { leaving: true } : {}),
  });

/** Returns the upgrades under way or failed on a node, with the controller's own word for their state. */
function upgradesOn(daemonSets: ClusterState["daemonSets"], labels: NodeRecord["labels"]) {
  const controllers = new Set(daemonSets.flatMap((record) => record?.managedBy?.controller ?? []));
  return [...controllers].flatMap((controller) => {
    const found = upgradeStateOf(controller, labels);
    const phase = phaseOfState(found?.state);
    return found === undefined || phase === "upgraded" ? [] : [{ controller, state: found.state, phase }];
  });
}

/** Returns since when the node fails: by its first failing agent, or by a failed upgrade. The concern of an upgrade
 *  that failed on more nodes has the time of the first one, so it gives no answer. */
function squareSince({ daemonSets }: ClusterState, name: string, entries: Parameters<typeof failingSince>[0] = []): number | undefined {
  const alone = daemonSets.find((each) => each?.managedBy !== undefined && each.concern?.nodes.join() === name);
  return failingSince(entries) ?? alone?.concern?.sinceMs;
}

/** Content for a node that exists. For other names the page sends no request. */
function NodeBody({ state, record, view, children }: NodeBodyProps) {
  const { t } = useTranslation();
  const { name } = record;
  const { section = "overview" } = view;
  // A version of what the node runs.
  const cells = cellsOf(state, name).join(" ");
  const answer = useNode(name, [cells, record]);
  const nowMs = useNow();
  const { conditions, daemonSets, kubeletVersion } = answer.data ?? {};
  const suffixes = nodeSuffixes(record, conditions, t);
  const present = daemonSets?.filter(({ pods }) => pods.length > 0);
  const lifecycle = nodeLifecycle(record);
  // A NotReady node's own taint makes pods misscheduled. They belong there again once it is Ready. On a node that
  // leaves, they end with it (rule N2).
  const isExcused = record.ready !== "True" || isEnding(lifecycle);
  const agents = present?.filter(({ verdict }) => verdict === "run" || (verdict === "keep" && isExcused)).length ?? 0;
  const misscheduled = (present?.length ?? 0) - agents;
  const counts = countAgents(daemonSets ?? []);
  const about = [
    `${name}${suffixes}`,
    ...(present === undefined
      ? []
      : [
          counts.ready < counts.wanted && hasSynced(state.sources.pods)
            ? t("node.agentsReady", { ready: counts.ready, count: counts.wanted })
            : t("node.agentsOn", { count: agents }),
        ]),
    ...(misscheduled === 0 ? [] : [t("node.misscheduledOn", { count: misscheduled })]),
  ];
  const stage = lifeFact({ ready: record.ready, lifecycle }, t);
  const upgrades = upgradesOn(state.daemonSets, record.labels);
  const isUpgrading = upgrades.some(({ phase }) => phase !== "required" && phase !== "failed" && phase !== "unknown");
  const square = squareOf(state, record, upgrades);
  const { [INSTANCE_TYPE]: type, [ZONE]: zone } = record.labels;
  const facts = [
    ...(stage === undefined ? [] : [stage]),
    ...upgrades.map(({ controller, state: value }) => `${controller}: ${value}`),
    ...(type === undefined ? [] : [zone === undefined ? type : t("node.inZone", { type, zone })]),
    t("node.old", { age: ageSince(t, record.createdAtMs, nowMs) }),
    ...(record.ready === "True" || record.readyReason === undefined ? [] : [record.readyReason]),
    // Read from the cluster: after the facts that are here at once.
    ...(kubeletVersion === undefined ? [] : [`kubelet ${kubeletVersion}`]),
  ];
  return (
    <main className="data">
      <Headline
        isReserved
        isBad={square === "failing"}
        look={squareLook(square, record, lifecycle)}
        word={nodeWord({ ready: record.ready, lifecycle }, square, conditions, nowMs, t, squareSince(state, name, daemonSets))}
        sentence={about.join(t("node.comma"))}
        about={`${t("node.title", { name })}${suffixes}`}
        actions={<NodeActions name={name} isCordoned={record.unschedulable} isInOtherHands={isEnding(lifecycle) || isUpgrading} />}
      >
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </Headline>
      <div className={css.frame}>
        <SectionTabs
          sections={NODE_SECTIONS}
          current={section}
          viewOf={(other) => ({ page: "node", name, section: other })}
          warnings={<WarningMark key={name} query={{ node: name }} />}
        />
        {section === "overview" ? (
          <NodeOverview key={name} state={state} record={record} cells={cells} answer={answer} />
        ) : (
          <div className={css.section}>{children}</div>
        )}
      </div>
    </main>
  );
}
