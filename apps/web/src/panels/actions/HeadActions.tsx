import { rolloutPlans } from "@daemonscope/daemonset/actions/rollout-plans";
import { stepsOfChanges } from "@daemonscope/daemonset/actions/steps/step-of-change";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { endsByController } from "@daemonscope/words/facts/cause-help";
import type { ReactNode } from "react";
import { useCluster } from "../../data/hooks/cluster-context.ts";
import { navigate } from "../../data/url/navigation.ts";
import { type DaemonSetView, WHAT_IF_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { PhoneBar } from "../../ui/controls/PhoneBar.tsx";
import { RovingGroup } from "../../ui/controls/RovingGroup.tsx";
import { useMedia } from "../../ui/theme/use-media.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { requestPlan } from "./requested-plan.ts";
import { actionTitle } from "./rollout-text.ts";
import { useWriteAccess } from "./use-write-access.ts";

interface HeadActionsProps {
  readonly view: DaemonSetView;
  readonly record: DaemonSetRecord;
  /** The fleet offers only the undo, next to a link to the DaemonSet; on a phone in its own bar. */
  readonly isOnFleet?: boolean;
  /** The bar of a phone, instead of the headline. */
  readonly isInBar?: boolean;
}

/** The next steps: retry, pause and undo of a rollout, the worklist of OnDelete, or a preview. They are at the right
 *  of the headline. On a phone, a bar above the dock has the worklist, or the undo of a failure, or else its retry. */
export function HeadActions({ view, record, isOnFleet = false, isInBar = false }: HeadActionsProps) {
  const { t } = useTranslation();
  const cluster = useCluster(({ state }) => state?.cluster);
  const mayAct = useWriteAccess()?.kind === "yes";
  const isPhone = useMedia("(max-width: 600px)");
  const word = verdictWordOf(record);
  const isFailing = word === "stuck" || word === "failing";
  const isManual = word === "manual" && view.section !== "worklist";
  if (!isOnFleet && (isPhone !== isInBar || (isPhone && !isFailing && !isManual))) return null;
  const inBar = (buttons: ReactNode) => (isInBar ? <PhoneBar>{buttons}</PhoneBar> : buttons);
  if (isManual)
    return inBar(
      <ViewLink className="btn primary" view={{ ...view, section: "worklist", at: {}, node: undefined, drawer: undefined }}>
        {t("actions.openWorklist")}
      </ViewLink>,
    );
  const plans = isFailing || word === "rolling" ? rolloutPlans(record, cluster) : [];
  const offered = (["retryUpgrade", "hold", "undo"] as const).flatMap((kind) => plans.filter(({ act }) => act.kind === kind));
  if (offered.length === 0)
    return isPhone || isOnFleet ? null : (
      <ViewLink className="btn" view={{ ...WHAT_IF_VIEW, look: { daemonset: record.key } }}>
        {t("chrome.whatIf")}
      </ViewLink>
    );
  // A retry is not urgent while its controller may end the upgrade by itself.
  const isUrgent = isFailing && !isOnFleet && endsByController(record) === undefined;
  const undo = offered.filter(({ act }) => act.kind === "undo");
  const shown = isOnFleet ? undo : isPhone ? (undo.length > 0 ? undo : offered.slice(0, 1)) : offered;
  return inBar(
    <RovingGroup isInLine>
      {shown.map(({ act, changes }) => {
        const title = actionTitle(act, t);
        return (
          <button
            key={act.kind}
            type="button"
            className={isUrgent && act.kind !== "hold" ? "btn primary" : "btn"}
            title={title}
            onClick={() => {
              // Without the right to act, the drawer shows the command.
              if (mayAct) requestPlan({ question: { steps: stepsOfChanges(changes) }, title: `${record.name}: ${title}`, verb: title });
              else navigate({ ...view, node: undefined, drawer: "fix" });
            }}
          >
            {act.kind === "undo"
              ? t("actions.undo.short", { revision: act.toRevision })
              : t(act.kind === "hold" ? "actions.hold.short" : "actions.retryUpgrade.short")}
          </button>
        );
      })}
    </RovingGroup>,
  );
}
