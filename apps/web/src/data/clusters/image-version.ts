const DIGEST_LENGTH = 7;

/**
 * Returns the version of an image: its tag, else the start of its digest, else `latest`. The registry is left out,
 * because clusters use different ones.
 */
export function agentVersionOf(image: string): string {
  const [named = "", digest] = image.split("@");
  const name = named.slice(named.lastIndexOf("/") + 1);
  const tag = name.includes(":") ? name.slice(name.indexOf(":") + 1) : undefined;
  if (tag !== undefined) return tag;
  return digest === undefined ? "latest" : digest.slice(digest.indexOf(":") + 1).slice(0, DIGEST_LENGTH);
}
