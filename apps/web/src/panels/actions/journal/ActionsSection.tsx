import { useNow } from "../../../data/hooks/cluster-context.ts";
import type { DaemonSetView, NodeView } from "../../../data/url/url.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { useActions } from "../plan/use-plan.ts";
import { useWriteAccess } from "../use-write-access.ts";
import { ActionList, ActionsHeading } from "./ActionList.tsx";
import css from "./action-list.module.css";
import { actionsNear } from "./actions-of-object.ts";

const POLL_INTERVAL_MS = 3000;

/** Action runs on a DaemonSet and the nodes around it, or on a node. Each shows its user, and an undo if possible. */
export function ActionsSection({ view }: { readonly view: DaemonSetView | NodeView }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const acting = useWriteAccess();
  const isOpen = acting?.kind === "yes";
  const { data, error } = useActions(isOpen, POLL_INTERVAL_MS);
  return (
    <section className={css.section} aria-label={t("acting.actions.title")}>
      <ActionsHeading />
      {acting?.kind === "no" ? <p className="i2">{t(`actions.doIt.why.${acting.why}`)}</p> : null}
      {isOpen && error !== null ? <p role="alert">{error.message}</p> : null}
      {isOpen && data !== undefined ? <ActionList records={actionsNear(data.actions, view)} nowMs={nowMs} /> : null}
    </section>
  );
}
