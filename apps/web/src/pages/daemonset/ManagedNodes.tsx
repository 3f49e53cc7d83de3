import type { ManagedRollout } from "@daemonscope/daemonset/records/managed-rollout";
import { useTranslation } from "react-i18next";
import type { DaemonSetView } from "../../data/url/url.ts";
import { NodeButtons } from "../../panels/causes/NodeButtons.tsx";
import css from "./side-panel.module.css";

/** The nodes that another controller has not upgraded yet, by phase. The user deletes no pod. */
export function ManagedNodes({ view, managedBy }: { readonly view: DaemonSetView; readonly managedBy: ManagedRollout }) {
  const { t } = useTranslation();
  const { controller, phases } = managedBy;
  const left = phases.filter(({ phase }) => phase !== "upgraded");
  if (left.length === 0) return null;
  return (
    <section aria-label={controller}>
      <h2>{t("rollout.managed.title", { controller })}</h2>
      {left.map(({ phase, count, nodes }) => (
        <div key={phase} className={css.pool}>
          <b className="strong">{t(`model.managed.${phase}`, { number: count })}</b>
          {nodes.length === 0 ? null : <NodeButtons view={view} nodes={nodes} count={count} />}
        </div>
      ))}
    </section>
  );
}
