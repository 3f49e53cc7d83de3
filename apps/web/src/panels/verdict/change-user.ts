import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { ActionRecord, ActionsAnswer } from "@daemonscope/shared/http/actions";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useClusterQuery } from "../../data/api/use-cluster-query.ts";
import { actionsOf } from "../actions/journal/actions-of-object.ts";
import { useWriteAccess } from "../actions/use-write-access.ts";
import { isOwnChange } from "./is-own-change.ts";

/** A revision begins at most this long after the request of its action. */
const BEGINS_WITHIN_MS = 60_000;
/** Times of revisions are whole seconds. */
const SKEW_MS = 2000;

type Changed = Pick<DaemonSetRecord, "namespace" | "name" | "changedBy" | "changedByUser" | "revisionSinceMs">;

/** Returns the user whose action began the current revision. Undefined if the actions of several users could have. */
export function userOfChange(
  { namespace, name, revisionSinceMs = Number.NaN }: Changed,
  actions: readonly ActionRecord[],
): string | undefined {
  const users = new Set(
    actionsOf(actions, namespace, name).flatMap(({ who, state, question, stations: { sent = Number.NaN } }) => {
      const isChange = state.kind !== "refused" && question.steps.some(({ kind }) => kind === "edit" || kind === "apply");
      const delayMs = revisionSinceMs - sent;
      return isChange && delayMs >= -SKEW_MS && delayMs <= BEGINS_WITHIN_MS ? [who] : [];
    }),
  );
  return users.size === 1 ? [...users][0] : undefined;
}

/**
 * Returns the record with the user of its last change, if that was an action of this server. Only the audit log has
 * that user, because event logs are shared.
 */
export function useNamedUser<R extends Changed>(record: R): R {
  const isWanted = isOwnChange(record);
  const mayAct = useWriteAccess(isWanted)?.kind === "yes";
  const { data } = useClusterQuery<ActionsAnswer>(
    PATHS.actions,
    {},
    { version: record.revisionSinceMs, enabled: isWanted && mayAct, keepsPrevious: true, staleMs: BEGINS_WITHIN_MS },
  );
  const user = isWanted && data !== undefined ? userOfChange(record, data.actions) : undefined;
  return user === undefined ? record : { ...record, changedByUser: user };
}
