import { UsageError } from "../../platform/failure/usage-error.ts";

/** Names that are valid as a token of a subject and as a part of a stream's name. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

const isStreamName = (name: string): boolean => NAME.test(name);

/** Returns the nearest valid name; undefined if no valid character remains. */
function suggestStreamName(name: string): string | undefined {
  const near = name
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^[-_]+|-+$/g, "")
    .slice(0, 63);
  return isStreamName(near) ? near : undefined;
}

/** Throws UsageError for a name that is invalid in a subject. */
export function requireStreamName(name: string, isGiven: boolean): string {
  if (isStreamName(name)) return name;
  const nearest = suggestStreamName(name);
  const hint = nearest === undefined ? "" : ` ${isGiven ? "give" : "add"} --cluster ${nearest}, for instance.`;
  throw new UsageError(
    `"${name}" cannot be the name of a cluster in an engine, which takes letters, digits, - and _, at most 63:${hint === "" ? " give it another with --cluster." : hint}`,
  );
}
