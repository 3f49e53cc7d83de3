import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { rowIdOf } from "@daemonscope/shared/slots";
import { useTranslation } from "react-i18next";
import { navigate } from "../address/navigation.ts";
import { daemonSetView, type NodesView } from "../address/url.ts";
import { ViewLink } from "../address/ViewLink.tsx";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { cellStyleOfVariant } from "../cell/figure.ts";
import { plainCellStyle } from "../cell/look.ts";
import { VARIANTS_BY_SEVERITY } from "../cell/severity.ts";
import { rovingTabIndex } from "../controls/roving.ts";
import { countText } from "../text/figures.ts";
import { classes } from "../theme/classes.ts";
import { type AgentSlots, agentSlotCount, rasterOf } from "./agent-places.ts";
import { worstVariantOf } from "./node-totals.ts";
import css from "./nodes-map.module.css";
import type { NodeStates } from "./select-node-states.ts";

interface AgentsKeyProps {
  readonly agents: AgentSlots;
  readonly states: NodeStates;
  readonly view: NodesView;
}

/** The key of the map: a node's cell, enlarged until names fit. Each agent slot shows how many nodes lack the agent. */
export function AgentsLegend({ agents, states, view }: AgentsKeyProps) {
  const { t } = useTranslation();
  const raster = rasterOf(agentSlotCount(agents));
  if (agentSlotCount(agents) === 0) return null;
  return (
    <nav {...rovingTabIndex} className={css.key} aria-label={t("nodes.key")} style={{ ["--columns" as string]: raster.columns }}>
      {agents.own.map((key) => (
        <ViewLink
          key={key}
          view={daemonSetView(key)}
          className={classes(css.place, lackingOf(states, [key]) === 0 && css.calm)}
          title={key}
        >
          <Place states={states} keys={[key]} name={key.split("/")[1] ?? key} />
        </ViewLink>
      ))}
      {agents.rest.length > 0 && (
        <button
          type="button"
          className={classes(css.place, lackingOf(states, agents.rest) === 0 && css.calm)}
          title={agents.rest.join(t("nodes.comma"))}
          onClick={() => navigate({ ...view, table: true })}
        >
          <Place states={states} keys={agents.rest} name={t("nodes.restOfKey", { count: agents.rest.length })} />
        </button>
      )}
    </nav>
  );
}

/** Returns how many nodes lack the agent that most nodes lack. */
function lackingOf({ columns, totals }: NodeStates, keys: readonly DaemonSetKey[]): number {
  return Math.max(0, ...keys.map((key) => totals.lackedByColumn[rowIdOf(columns, key) ?? -1] ?? 0));
}

interface PlaceProps {
  readonly states: NodeStates;
  readonly keys: readonly DaemonSetKey[];
  readonly name: string;
}

function Place({ states, keys, name }: PlaceProps) {
  const { t } = useTranslation();
  const figures = keys.flatMap((key) => worstVariantOf(states.totals, rowIdOf(states.columns, key) ?? -1) ?? []);
  const worst = VARIANTS_BY_SEVERITY.find((figure) => figures.includes(figure)) ?? "excluded";
  const lacking = lackingOf(states, keys);
  return (
    <>
      <CellSwatch look={plainCellStyle("available", cellStyleOfVariant(worst))} size={12} />
      <span className={`${css.agent} mono`}>{name}</span>
      {lacking > 0 && (
        <b>
          {countText(lacking)}
          <span className="visually-hidden"> {t("nodes.nodesLackIt", { count: lacking })}</span>
        </b>
      )}
    </>
  );
}
