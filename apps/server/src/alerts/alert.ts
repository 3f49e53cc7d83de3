import { createHash } from "node:crypto";
import { causeOfConcern } from "@daemonscope/daemonset/causes/concern-cause";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { type VerdictKind, verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { type VerdictWord, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { type CauseEntry, causeEntry } from "@daemonscope/words/answers/cause-entry";
import { english } from "@daemonscope/words/english";
import { ALERT_TEXT, alertSummary, isAlerting, type Severity } from "@daemonscope/words/english/alert-text";
import { concernText } from "@daemonscope/words/facts/concern-text";

/** A problem that a user must solve, and its start. */
export interface Alert {
  /** The same for the same alarm, for each replica and after each restart. */
  readonly key: string;
  /** The name of the alert, for example `DaemonscopeBlind`. */
  readonly alert: string;
  readonly severity: Severity;
  readonly summary: string;
  readonly description: string;
  /** Milliseconds since the epoch: the start of the problem if known, otherwise when it was first seen. */
  readonly startsAtMs: number;
  /** When this server first saw the problem. */
  readonly seenAtMs: number;
  /** Absent for an alarm about Daemonscope itself. */
  readonly daemonSet?: {
    readonly namespace: string;
    readonly name: string;
    readonly word: VerdictWord;
    /** Old values; `word` replaces them. */
    readonly verdict: VerdictKind;
  };
  /** Absent for an alarm about Daemonscope itself, and if nodes stopped wanting the DaemonSet. */
  readonly cause?: CauseEntry;
}

export type AlertsByKey = ReadonlyMap<string, Alert>;

/** Returns 32 hexadecimal digits of a hash of the parts. Serves as the key of an alarm and the id of a message. */
export function alertKey(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** Returns the alarm of a DaemonSet; undefined if its verdict needs no user. */
export function alertOf(record: DaemonSetRecord, nowMs: number): Alert | undefined {
  const verdict = verdictKindOf(record);
  if (!isAlerting(verdict)) return undefined;
  const { namespace, name, uid, concern, hostPorts } = record;
  const text = ALERT_TEXT[verdict];
  const { alert, severity } = text;
  const word = verdictWordOf(record, verdict);
  const found = causeOfConcern(concern);
  return {
    key: alertKey(alert, uid, namespace, name),
    alert,
    severity,
    summary: alertSummary(text, word, `${namespace}/${name}`),
    description: concern === null ? "" : concernText(english, concern.detail, hostPorts),
    startsAtMs: concern?.sinceMs ?? nowMs,
    seenAtMs: nowMs,
    daemonSet: { namespace, name, word, verdict },
    ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
  };
}
