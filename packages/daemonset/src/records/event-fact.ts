/** What the events of one object with one reason and one message report: the evidence of a cause. */
export interface EventFact {
  readonly involved: { readonly kind: "Pod" | "DaemonSet"; readonly namespace: string; readonly name: string; readonly uid: string };
  /** The container that the event names, if it names one. */
  readonly container?: string;
  /** `FailedMount`. */
  readonly reason: string;
  /** At most `MAX_FACT_MESSAGE_LENGTH` characters. Empty if the user may not read it. */
  readonly message: string;
  /** Number of occurrences that the events report. */
  readonly count: number;
  /** Several events were merged, so there may have been more occurrences. */
  readonly atLeast?: true;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** In UTF-16 code units. */
export const MAX_FACT_MESSAGE_LENGTH = 512;
