/** What of a cluster's name can be a token of a subject and a part of a stream's name. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

export const isStreamName = (name: string): boolean => NAME.test(name);

/** The nearest name that can be one; undefined where nothing of it is left. */
export function nearestStreamName(name: string): string | undefined {
  const near = name
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+|-+$/g, "")
    .slice(0, 63);
  return isStreamName(near) ? near : undefined;
}
