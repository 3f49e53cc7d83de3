import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { causeDetailText, causeEnds, causeHelp, causeMessage } from "@daemonscope/words/facts/cause-help";
import { causeOnNodes } from "@daemonscope/words/facts/cause-on-nodes";
import { useTranslation } from "react-i18next";
import css from "./actions.module.css";

const MAX_CAUSES = 3;

/** Returns the largest causes that someone must end. Misscheduled pods and NotReady nodes have separate actions. */
export function causesToEnd({ causes }: Pick<DaemonSetRecord, "causes">): readonly Cause[] {
  return causes
    .filter(({ state, cause }) => {
      const { endsBy } = CAUSES[cause.kind];
      return state !== "misscheduled" && state !== "nodeUnready" && (endsBy === "operator" || endsBy === "owner");
    })
    .slice(0, MAX_CAUSES);
}

/** One block for each cause: the words of the API, the actor that can end it, and the help. */
export function CauseAdvice({ record }: { readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  return causesToEnd(record).map(({ state, cause, count, detail = {} }) => {
    const message = causeMessage(cause, detail);
    const known = causeDetailText(t, cause, detail);
    return (
      <div key={`${state} ${cause.kind} ${cause.reason} ${cause.subject} ${cause.container}`} className={css.action}>
        <p>
          <b>{causeOnNodes(t, cause, count, record.hostPorts)}</b>
        </p>
        {message === undefined ? null : <p className="i2 mono">{message}</p>}
        {known === "" ? null : <p className="i3">{known}</p>}
        <p className="i2">{causeHelp(t, cause)}</p>
        <p className="i3">{t("actions.endsBy", { who: causeEnds(t, cause) })}</p>
      </div>
    );
  });
}
