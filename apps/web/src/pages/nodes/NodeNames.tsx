import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { GridNode } from "../../data/rows/node-cells.ts";
import type { AgentScene } from "../../draw/agents/agent-cell-bytes.ts";
import type { AgentShape } from "../../draw/agents/agent-shapes.ts";
import { sceneCells } from "../../draw/grid/layout/grid-scene.ts";
import { LabelLines } from "../../panels/grid/LabelLines.tsx";
import platesCss from "../../panels/grid/plates.module.css";
import type { ShownLabels } from "../../panels/grid/shown-labels.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { type NodePhrase, nodePhrase } from "./node-text.ts";
import css from "./nodes-map.module.css";

interface NodeNamesProps {
  readonly scene: AgentScene;
  readonly shape: Pick<AgentShape, "width" | "height" | "above">;
  readonly labels: ShownLabels;
  /** Returns the text of the lens for the node of a row. It replaces the text about agents. */
  readonly lensWordsOf: (row: number) => string | undefined;
  /** DaemonSets whose missing pods need a person. */
  readonly troubled: ReadonlySet<DaemonSetKey>;
  readonly nowMs: number;
  readonly keeps: (node: GridNode) => boolean;
  readonly active: number | undefined;
}

/** If an agent and its state do not fit, the name of the agent is cut. */
function Phrase({ phrase: { text, isBad, agent } }: { readonly phrase: NodePhrase }) {
  const tone = isBad ? "bad" : undefined;
  if (agent === undefined)
    return (
      <span className="ell" data-tone={tone} title={text}>
        {text}
      </span>
    );
  return (
    <span className={css.phrase} data-tone={tone} title={text}>
      <span className="ell">{agent.name}</span>
      <span>{agent.word}</span>
    </span>
  );
}

/** The name next to each cell, and a phrase about the node if there is one. */
export function NodeNames({ scene, shape, labels, lensWordsOf, troubled, nowMs, keeps, active }: NodeNamesProps) {
  const { t } = useTranslation();
  const { pitchX, pitchY } = scene.places.layout.cell;
  return sceneCells(scene).map(({ node, x, y }, at) => {
    const lensWords = lensWordsOf(node.row);
    const phrase: NodePhrase | undefined =
      lensWords === undefined ? nodePhrase(scene.states, node.row, troubled, nowMs, t) : { text: lensWords, isBad: false };
    return (
      <div
        key={node.name}
        className={classes(
          css.name,
          labels.keys.length === 0 && css.centred,
          at === active && css.hover,
          !keeps(node) && platesCss.steppedBack,
        )}
        data-plate
        style={{
          left: x - 4,
          top: y + shape.above - 4,
          width: pitchX - 4,
          height: labels.keys.length > 0 ? pitchY - 2 : Math.min(pitchY, shape.height - shape.above + 8),
          paddingLeft: shape.width + 12,
        }}
      >
        <b className={phrase === undefined ? css.calmName : undefined}>
          <MiddleCut text={node.name} isWord />
        </b>
        <LabelLines shown={labels} labels={node.record.labels} />
        {phrase !== undefined && <Phrase phrase={phrase} />}
      </div>
    );
  });
}
