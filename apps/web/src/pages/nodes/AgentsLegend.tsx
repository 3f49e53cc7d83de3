import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { type CellVariant, cellStyleOfVariant } from "../../data/cell/cell-variant.ts";
import { VARIANTS_BY_SEVERITY } from "../../data/cell/severity.ts";
import { worstVariantOf } from "../../data/nodes/node-totals.ts";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import { navigate } from "../../data/url/navigation.ts";
import { daemonSetView, type NodesView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { type AgentSlots, agentSlotCount, rasterOf } from "../../draw/agents/agent-slots.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { rovingTabIndex } from "../../ui/controls/roving-tab-index.ts";
import { classes } from "../../ui/theme/classes.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./nodes-map.module.css";

interface AgentsKeyProps {
  readonly agents: AgentSlots;
  readonly states: NodeStates;
  /** DaemonSets whose missing pods need a person. Pods of others are on their way, and are not counted. */
  readonly troubled: ReadonlySet<DaemonSetKey>;
  readonly view: NodesView;
}

/** The key of the map: a node's cell, enlarged until names fit. Each agent slot shows how many nodes lack the agent. */
export function AgentsLegend({ agents, states, troubled, view }: AgentsKeyProps) {
  const { t } = useTranslation();
  const raster = rasterOf(agentSlotCount(agents));
  if (agentSlotCount(agents) === 0) return null;
  return (
    <nav {...rovingTabIndex} className={css.key} aria-label={t("nodes.key")} style={{ ["--columns" as string]: raster.columns }}>
      {agents.separate.map((key) => (
        <ViewLink
          key={key}
          view={daemonSetView(key)}
          className={classes(css.place, isCalm(states, troubled, [key]) && css.calm)}
          title={key}
        >
          <Slot states={states} troubled={troubled} keys={[key]} name={nameOfKey(key)} />
        </ViewLink>
      ))}
      {agents.rest.length > 0 && (
        <button
          type="button"
          className={classes(css.place, isCalm(states, troubled, agents.rest) && css.calm)}
          title={agents.rest.join(t("nodes.comma"))}
          onClick={() => navigate({ ...view, table: true })}
        >
          <Slot states={states} troubled={troubled} keys={agents.rest} name={t("nodes.restOfKey", { count: agents.rest.length })} />
        </button>
      )}
    </nav>
  );
}

/** Returns how many nodes lack the agent that most nodes lack. */
function lackingOf({ columns, totals }: NodeStates, troubled: ReadonlySet<DaemonSetKey>, keys: readonly DaemonSetKey[]): number {
  return Math.max(0, ...keys.filter((key) => troubled.has(key)).map((key) => totals.lackedByColumn[rowIdOf(columns, key) ?? -1] ?? 0));
}

/** Returns the worst state of the agents on any node. */
function worstOf({ columns, totals }: NodeStates, keys: readonly DaemonSetKey[]): CellVariant {
  const variants = keys.flatMap((key) => worstVariantOf(totals, rowIdOf(columns, key) ?? -1) ?? []);
  return VARIANTS_BY_SEVERITY.find((variant) => variants.includes(variant)) ?? "excluded";
}

/** Reports whether no node lacks the agents, and none has a pod that does not belong there. */
const isCalm = (states: NodeStates, troubled: ReadonlySet<DaemonSetKey>, keys: readonly DaemonSetKey[]): boolean =>
  lackingOf(states, troubled, keys) === 0 && worstOf(states, keys) !== "misscheduled";

interface SlotProps extends Pick<AgentsKeyProps, "states" | "troubled"> {
  readonly keys: readonly DaemonSetKey[];
  readonly name: string;
}

function Slot({ states, troubled, keys, name }: SlotProps) {
  const { t } = useTranslation();
  const worst = worstOf(states, keys);
  const lacking = lackingOf(states, troubled, keys);
  return (
    <>
      <CellSwatch look={plainCellStyle("available", cellStyleOfVariant(worst))} size={12} isResting />
      <span className={`two-lines ${css.agent}`}>{name}</span>
      {lacking > 0 && (
        <b>
          {countText(lacking)}
          <span className="visually-hidden"> {t("nodes.nodesLackIt", { count: lacking })}</span>
        </b>
      )}
    </>
  );
}
