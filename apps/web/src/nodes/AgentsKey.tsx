import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { slotOf } from "@daemonscope/shared/slots";
import { useTranslation } from "react-i18next";
import { navigate } from "../address/navigation.ts";
import { daemonSetView, type NodesView } from "../address/url.ts";
import { ViewLink } from "../address/ViewLink.tsx";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { lookOfFigure } from "../cell/figure.ts";
import { plainLook } from "../cell/look.ts";
import { FIGURES_BY_SEVERITY } from "../cell/severity.ts";
import { roving } from "../controls/roving.ts";
import { countText } from "../text/figures.ts";
import { classes } from "../theme/classes.ts";
import { type AgentPlaces, countOfPlaces, rasterOf } from "./agent-places.ts";
import { worstFigureOf } from "./node-totals.ts";
import css from "./nodes-map.module.css";
import type { NodeStates } from "./select-node-states.ts";

interface AgentsKeyProps {
  readonly agents: AgentPlaces;
  readonly states: NodeStates;
  readonly view: NodesView;
}

/** The key of the map: a node's cell, enlarged until names fit. Each agent slot shows how many nodes lack the agent. */
export function AgentsKey({ agents, states, view }: AgentsKeyProps) {
  const { t } = useTranslation();
  const raster = rasterOf(countOfPlaces(agents));
  if (countOfPlaces(agents) === 0) return null;
  return (
    <nav {...roving} className={css.key} aria-label={t("nodes.key")} style={{ ["--columns" as string]: raster.columns }}>
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
  return Math.max(0, ...keys.map((key) => totals.lackedByColumn[slotOf(columns, key) ?? -1] ?? 0));
}

interface PlaceProps {
  readonly states: NodeStates;
  readonly keys: readonly DaemonSetKey[];
  readonly name: string;
}

function Place({ states, keys, name }: PlaceProps) {
  const { t } = useTranslation();
  const figures = keys.flatMap((key) => worstFigureOf(states.totals, slotOf(states.columns, key) ?? -1) ?? []);
  const worst = FIGURES_BY_SEVERITY.find((figure) => figures.includes(figure)) ?? "excluded";
  const lacking = lackingOf(states, keys);
  return (
    <>
      <CellSwatch look={plainLook("available", lookOfFigure(worst))} size={12} />
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
