import type { ClusterSummary } from "@daemonscope/shared/http/clusters";

/** The server is lost after this time without an answer. */
const LOST_MS = 6000;

/** Time since the last answer, for ages. */
interface AnswerAge {
  /**
   * Time since the last answer in whole seconds, added to ages. 0 once the server is lost, because nothing confirms the
   * ages.
   */
  readonly sinceAnswerMs: number;
  /** How long the server has been lost; undefined while it answers. */
  readonly lostMs: number | undefined;
}

export function answerAge(nowMs: number, answeredAtMs: number | undefined): AnswerAge {
  const ageMs = Math.floor((nowMs - (answeredAtMs ?? nowMs)) / 1000) * 1000;
  return ageMs >= LOST_MS ? { sinceAnswerMs: 0, lostMs: ageMs } : { sinceAnswerMs: ageMs, lostMs: undefined };
}

/** Returns the time on the cluster's clock until which its summary is confirmed: now while it is live, else the last
 *  proof. Undefined without a proof. */
export function confirmedAtMs({ hearing, atMs, silentMs }: ClusterSummary, sinceAnswerMs: number): number | undefined {
  if (hearing === "live") return atMs + sinceAnswerMs;
  return silentMs === undefined ? undefined : atMs - silentMs;
}
