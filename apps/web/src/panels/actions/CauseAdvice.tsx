import { needsPerson } from "@daemonscope/daemonset/causes/cause-row";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { causeKey } from "@daemonscope/daemonset/records/cause-key";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { causeMessage } from "@daemonscope/words/facts/cause-help";
import { causeOnNodes } from "@daemonscope/words/facts/cause-on-nodes";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { useNow } from "../../data/hooks/cluster-context.ts";
import type { DaemonSetView } from "../../data/url/url.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { CauseHelp } from "../causes/CauseHelp.tsx";
import { CauseMessage } from "../causes/CauseMessage.tsx";
import causesCss from "../causes/causes.module.css";
import { NodeLogTail } from "../causes/LogTail.tsx";
import { NodeButtons } from "../causes/NodeButtons.tsx";
import { occurrenceText } from "../causes/occurrence-text.ts";
import css from "./actions.module.css";

const MAX_CAUSES = 3;

/** Returns the largest causes that a person must end. With a concern but without such a cause, returns those that end
 *  by themselves. Misscheduled pods and NotReady nodes have separate actions. */
export function causesToEnd({ causes, concern }: Pick<DaemonSetRecord, "causes" | "concern">): readonly Cause[] {
  const found = causes.filter(({ state }) => state !== "misscheduled" && state !== "nodeUnready");
  const forPerson = found.filter(({ cause }) => needsPerson(CAUSES[cause.kind].endsBy));
  return (forPerson.length === 0 && concern !== null ? found : forPerson).slice(0, MAX_CAUSES);
}

/** Returns the cause of a concern about the controller; undefined for a concern about pods or nodes. */
export const causeOfOwnConcern = ({ concern }: Pick<DaemonSetRecord, "concern">): CauseFact | undefined =>
  concern?.kind === "stalled" ? causeOfConcern(concern)?.cause : undefined;

/** One block for each cause: the words of the API, what helps, the actor that can end it, its nodes, and its log. */
export function CauseAdvice({ view, record }: { readonly view: DaemonSetView; readonly record: DaemonSetRecord }) {
  const { t } = useTranslation();
  const nowMs = useNow();
  const { concern, hostPorts } = record;
  const own = causeOfOwnConcern(record);
  const causes = causesToEnd(record).filter(({ cause }) => own === undefined || needsPerson(CAUSES[cause.kind].endsBy));
  const blocks = causes.map(({ state, cause, count, nodes, detail = {} }) => {
    const message = causeMessage(cause, detail);
    const known = occurrenceText(t, cause, detail, nowMs);
    return (
      <div key={`${state} ${causeKey(cause)}`} className={css.action} data-cause={cause.kind}>
        <p className={causesCss.cause}>{causeOnNodes(t, cause, count, record.hostPorts)}</p>
        {message === undefined ? null : <CauseMessage message={message} />}
        {known === "" ? null : <p className="i3">{known}</p>}
        <CauseHelp cause={cause} record={record} />
        <NodeButtons view={view} nodes={nodes} count={count} />
        <NodeLogTail view={view} cause={cause} node={nodes[0]} />
      </div>
    );
  });
  if (own === undefined || concern === null) return blocks;
  return [
    <div key="concern" className={css.action} data-cause={own.kind}>
      <p className={causesCss.cause}>{concernText(t, concern.detail, hostPorts)}</p>
      <CauseHelp cause={own} record={record} />
      <NodeButtons view={view} nodes={concern.nodes} />
    </div>,
    ...blocks,
  ];
}
