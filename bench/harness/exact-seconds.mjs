/** Ages up to this are a frame on its way, not an outdated page. The page may be ahead of the raw watch by as much. */
const RECENT_MS = 100;

const lastBefore = (list, atMs) => list.findLastIndex((each) => each.atMs <= atMs);

/**
 * Compares once a second the counts of the page with the latest ones of the raw watch. Both lists are in the order of
 * time. Returns the number of seconds with both, with equal counts, and with counts that are at most `RECENT_MS` old,
 * and the greatest age. Counts that the raw watch receives within `RECENT_MS` are equal: the page was first.
 */
export function exactSeconds(statuses, shown, fromMs, toMs) {
  let [seconds, exact, recent, oldestMs] = [0, 0, 0, 0];
  for (let atMs = fromMs; atMs < toMs; atMs += 1000) {
    const [latest, visible] = [lastBefore(statuses, atMs), shown[lastBefore(shown, atMs)]];
    if (latest < 0 || visible === undefined) continue;
    seconds++;
    const key = visible.counts.join();
    const isKey = ({ counts }) => counts.join() === key;
    if (statuses.slice(latest, lastBefore(statuses, atMs + RECENT_MS) + 1).some(isKey)) {
      exact++;
      recent++;
      continue;
    }
    // The shown counts were valid until the status after the last equal one. Counts that the raw watch skipped have no
    // age.
    const lastEqual = statuses.findLastIndex((each, at) => at <= latest && isKey(each));
    if (lastEqual < 0) continue;
    const ageMs = atMs - statuses[lastEqual + 1].atMs;
    if (ageMs <= RECENT_MS) recent++;
    oldestMs = Math.max(oldestMs, ageMs);
  }
  return { seconds, exact, recent, oldestMs };
}
