import { nameOfKey } from "@daemonscope/kube/base/object-key";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { useMemo, useRef } from "react";
import { useClusterView } from "../../../data/hooks/cluster-context.ts";
import { layOutStrip } from "../../../draw/strip/strip-layout.ts";
import { stripOrder } from "../../../draw/strip/strip-order.ts";
import { canvasPixelRatio } from "../../../ui/viewport/fit-canvas.ts";
import { useElementBox } from "../../../ui/viewport/use-element-box.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { effectNodes } from "../effect/effect-nodes.ts";
import { GhostStrip } from "../effect/GhostStrip.tsx";
import { ghostColumn } from "../effect/ghost-column.ts";
import css from "./plan-lines.module.css";

const SIZE = { height: 96, largestCell: 20 };

/** All nodes by pool, with the effect on one DaemonSet: the first with a rollout, or else the first. */
export function EffectMap({ effect }: { readonly effect: WhatIfAnswer }) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const { width } = useElementBox(area);
  const { state } = useClusterView();
  const set = effect.daemonSets.find(({ rollout }) => rollout !== undefined) ?? effect.daemonSets[0];
  const { rows, nodes: records } = state ?? {};
  const nodes = useMemo(
    () => (rows === undefined || records === undefined ? undefined : effectNodes({ rows, nodes: records }, effect)),
    [rows, records, effect],
  );
  const layout = useMemo(() => {
    if (nodes === undefined || width === 0) return undefined;
    const { pools } = stripOrder({ rows: nodes.rows, nodes: nodes.now });
    return layOutStrip(pools, width, undefined, 1 / canvasPixelRatio(), SIZE);
  }, [nodes, width]);
  const column = useMemo(
    () => (state === undefined || nodes === undefined || set === undefined ? undefined : ghostColumn(state, nodes, set.key, set)),
    [state, nodes, set],
  );
  if (set === undefined || state === undefined) return null;
  return (
    <div ref={area} className={css.map}>
      {layout === undefined || column === undefined ? null : <GhostStrip layout={layout} column={column} />}
      <p className="i3">
        {t("acting.map", { count: nodes?.rows.names.filter((name) => name !== undefined).length ?? 0, name: nameOfKey(set.key) })}
      </p>
    </div>
  );
}
