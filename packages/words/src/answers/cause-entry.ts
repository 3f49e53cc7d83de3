import type { Actor, CauseRow } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import type { CauseDetail, CauseFact, CauseKind } from "@daemonscope/daemonset/records/cause-fact";

/** A cause for programs: the row of the table, its subject, and the API's words. */
export interface CauseEntry {
  readonly kind: CauseKind;
  /** The object or container that it concerns, by name. */
  readonly subject?: string;
  /** The words of the API server, the scheduler or the kubelet, verbatim, about the first node by name. */
  readonly message?: string;
  readonly endsBy: Actor;
  readonly byRevision: CauseRow["byRevision"];
}

/** Returns a cause for programs. */
export function causeEntry({ kind, subject, container }: CauseFact, detail: CauseDetail = {}): CauseEntry {
  const { endsBy, byRevision } = CAUSES[kind];
  const name = subject ?? container;
  return {
    kind,
    ...(name === undefined ? {} : { subject: name }),
    ...(detail.message === undefined ? {} : { message: detail.message }),
    endsBy,
    byRevision,
  };
}
