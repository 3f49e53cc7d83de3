import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { ComponentProps } from "react";
import { useCommand } from "../../ui/keys/use-command.ts";
import { setPreferences } from "../../ui/preferences/preferences.ts";
import { usePreferences } from "../../ui/preferences/use-preferences.ts";
import { classes } from "../../ui/theme/classes.ts";
import { DaemonSetFactsList } from "./DaemonSetFactsList.tsx";
import { Disagreements } from "./Disagreements.tsx";
import { Holders } from "./Holders.tsx";
import css from "./page.module.css";

/** The right column of the page. A key closes it, and the browser stores whether it is open. */
export function SidePanel(props: ComponentProps<typeof Holders>) {
  const { record, nowMs } = props;
  const { panel } = usePreferences();
  useCommand("panel", () => setPreferences({ panel: !panel }));
  if (!panel) return null;
  return (
    <div className={classes(css.panel, "data")} data-side-panel>
      <div className={css.panelBody}>
        {record.derived !== null && (isBudgetInUse(record) || record.budget.used > 0) && <Holders {...props} />}
        <section aria-label="DaemonSet">
          <h2 className="mono">{record.name}</h2>
          <DaemonSetFactsList record={record} nowMs={nowMs} />
        </section>
        <Disagreements record={record} nowMs={nowMs} />
      </div>
    </div>
  );
}
