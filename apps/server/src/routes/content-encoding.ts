export type ContentEncoding = "br" | "gzip" | "identity";

/** The best encoding that the client takes. `q=0` refuses one; other weights do not count. */
export function pickEncoding(accept: string | undefined): ContentEncoding {
  const taken = new Set<string>();
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((word) => word.trim());
    if (name !== undefined && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) taken.add(name);
  }
  if (taken.has("br")) return "br";
  return taken.has("gzip") ? "gzip" : "identity";
}
