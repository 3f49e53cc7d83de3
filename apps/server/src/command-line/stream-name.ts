import { UsageError } from "./usage-error.ts";

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

/** Throws UsageError for a name that can be no part of a subject. */
export function checkedName(name: string, isGiven: boolean): string {
  if (isStreamName(name)) return name;
  const nearest = nearestStreamName(name);
  const hint = nearest === undefined ? "" : ` ${isGiven ? "give" : "add"} --cluster ${nearest}, for instance.`;
  throw new UsageError(
    `"${name}" cannot be the name of a cluster in an engine, which takes letters, digits, - and _, at most 63:${hint === "" ? " give it another with --cluster." : hint}`,
  );
}
