import type { AgentSummary } from "@daemonscope/shared/http/clusters";
import { usePalette } from "../../draw/cell/use-palette.ts";
import { colourOf, sharesOf } from "../../draw/matrix/node-area.ts";
import css from "./share-bar.module.css";

/** A bar with the share of each state of a DaemonSet's nodes. Every present state is visible. */
export function ShareBar({ agent }: { readonly agent: AgentSummary }) {
  const palette = usePalette();
  return (
    <span className={css.shares} aria-hidden="true">
      {sharesOf(agent).map(({ group, share }) => {
        const { fill, alpha } = colourOf(group, palette);
        const key = `${group.state} ${group.old} ${group.unready}`;
        return <span key={key} style={{ flexGrow: share * 1000, background: fill, opacity: alpha }} />;
      })}
    </span>
  );
}
