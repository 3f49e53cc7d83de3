import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { WantedNowhere } from "../pages/labels/WantedNowhere.tsx";
import { InCommonLine } from "../panels/verdict/InCommonLine.tsx";

/** What the failing nodes have in common, or why no node is eligible. A DaemonSet without eligible nodes has no failing
 *  ones. */
export function VerdictNote({ record }: { readonly record: DaemonSetRecord }) {
  return record.inCommon === undefined ? <WantedNowhere record={record} /> : <InCommonLine inCommon={record.inCommon} />;
}
