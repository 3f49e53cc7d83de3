/** A sentence for users of screen readers. */
export interface SpeechRequest {
  /** The relevant content: while it is equal, only numbers and ages differ. */
  readonly matter: string;
  readonly text: string;
  /** A user must act now. */
  readonly isUrgent: boolean;
}

/** The announced sentence, and the times of recent utterances. */
export interface Speech {
  readonly text: string;
  readonly matter: string;
  /** Times of the utterances that still count, ms. Text that was on the page from the start was not announced. */
  readonly announcedAtMs: readonly number[];
}

const MINUTE_MS = 60_000;
const MAX_PER_MINUTE = 2;
/** Between ordinary utterances, so that each minute has room for an urgent one. */
const ORDINARY_GAP_MS = 60_000;

export const newSpeechQueue = ({ text, matter }: SpeechRequest): Speech => ({ text, matter, announcedAtMs: [] });

/** Announces a changed matter only: at most twice a minute, and ordinary ones at most once a minute. Returns
 *  `before` itself if it announces nothing. The caller retries later, with the newest utterance. `nowMs`: of a
 *  monotonic clock. Pure. */
export function afterSpeech(before: Speech, request: SpeechRequest, nowMs: number): Speech {
  if (request.matter === before.matter) return before;
  const announcedAtMs = before.announcedAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
  const last = announcedAtMs.at(-1);
  const hasRoom = announcedAtMs.length < MAX_PER_MINUTE && (request.isUrgent || last === undefined || nowMs - last >= ORDINARY_GAP_MS);
  return hasRoom ? { text: request.text, matter: request.matter, announcedAtMs: [...announcedAtMs, nowMs] } : before;
}
