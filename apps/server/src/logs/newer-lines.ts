const STAMPED = /^\d{4}-\d\d-\d\dT[\d:.]+/;

/** The lines that are newer than a stamp, and the newest stamp among them: a log that is read again begins with what was told before.
 *  A line without a time goes with the line before it. */
export function newerLines(lines: readonly string[], than: string): { readonly news: readonly string[]; readonly newest: string } {
  let newest = than;
  let isNew = true;
  const news = lines.filter((line) => {
    const stamp = STAMPED.exec(line)?.[0];
    if (stamp === undefined) return isNew;
    isNew = stamp > than;
    if (stamp > newest) newest = stamp;
    return isNew;
  });
  return { news, newest };
}
