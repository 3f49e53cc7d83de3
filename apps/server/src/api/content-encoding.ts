export type ContentEncoding = "br" | "gzip" | "identity";

/** Returns the encodings that the client accepts. `q=0` refuses one; other weights are ignored. */
function encodingsIn(accept: string | undefined): ReadonlySet<string> {
  const accepted = new Set<string>();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((word) => word.trim());
    if (name !== undefined && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}

/** Returns the best encoding that the client accepts. */
export function pickEncoding(accept: string | undefined): ContentEncoding {
  const accepted = encodingsIn(accept);
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : "identity";
}

export function acceptsGzip(accept: string | undefined): boolean {
  return encodingsIn(accept).has("gzip");
}
