export type ContentEncoding = "br" | "gzip" | "identity";

/** The encodings that the client takes. `q=0` refuses one; other weights do not count. */
function encodingsIn(accept: string | undefined): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((word) => word.trim());
    if (name !== undefined && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name);
  }
  return taken;
}

/** The best encoding that the client takes. */
export function pickEncoding(accept: string | undefined): ContentEncoding {
  const taken = encodingsIn(accept);
  if (taken.has("br")) return "br";
  return taken.has("gzip") ? "gzip" : "identity";
}

export function takesGzip(accept: string | undefined): boolean {
  return encodingsIn(accept).has("gzip");
}
