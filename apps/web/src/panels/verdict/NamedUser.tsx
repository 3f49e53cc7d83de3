import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useNamedUser } from "./change-user.ts";

/** Renders the text of a record with the user of its last change. */
export function NamedUser({
  record,
  text,
}: {
  readonly record: DaemonSetRecord;
  readonly text: (record: DaemonSetRecord) => string | undefined;
}) {
  return text(useNamedUser(record));
}
