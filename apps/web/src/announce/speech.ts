/** What somebody who listens should know. */
export interface Utterance {
  /** What it says that matters: while it is the same, only numbers and ages differ. */
  readonly matter: string;
  readonly text: string;
  /** Somebody is needed now. */
  readonly isUrgent: boolean;
}

/** What was said, and when. */
export interface Speech {
  readonly text: string;
  readonly matter: string;
  /** Times of the utterances that count still, ms. What stood there when the page came was not said. */
  readonly spokenAtMs: readonly number[];
}

const MINUTE_MS = 60_000;
const MOST_A_MINUTE = 2;
/** Between ordinary utterances, so that an urgent one finds room in its minute. */
const ORDINARY_GAP_MS = 60_000;

export const unspoken = ({ text, matter }: Utterance): Speech => ({ text, matter, spokenAtMs: [] });

/** Says what is another matter, and keeps quiet about the rest: at most twice a minute, and what is not urgent once. Gives `before` itself where nothing is said; what
 *  was not said is asked again when there is room, and is the newest then. `nowMs`: of one clock that does not go back. Pure. */
export function spoken(before: Speech, wish: Utterance, nowMs: number): Speech {
  if (wish.matter === before.matter) return before;
  const spokenAtMs = before.spokenAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
  const last = spokenAtMs.at(-1);
  const hasRoom = spokenAtMs.length < MOST_A_MINUTE && (wish.isUrgent || last === undefined || nowMs - last >= ORDINARY_GAP_MS);
  return hasRoom ? { text: wish.text, matter: wish.matter, spokenAtMs: [...spokenAtMs, nowMs] } : before;
}
