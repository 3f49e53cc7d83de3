const STAMPED = /^\d{4}-\d\d-\d\dT[\d:.]+/;

/** Returns the lines that are newer than a stamp, and their newest stamp: a log that is read again begins with
 *  known lines. A line without a time belongs to the line before it. */
export function linesAfter(lines: readonly string[], than: string): { readonly news: readonly string[]; readonly newest: string } {
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
