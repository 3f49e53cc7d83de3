import { isDnsLabel, isDnsSubdomain, isQualifiedName } from "@daemonscope/kube/matching/label-syntax";

/** The syntax of a query parameter. The caller validates an `any` value, and it never becomes part of a path. */
export type ParameterKind = "namespace" | "name" | "labelKey" | "any";

const isOfKind = (value: string, kind: ParameterKind | undefined): boolean =>
  kind === "any" || (kind === "namespace" ? isDnsLabel(value) : kind === "labelKey" ? isQualifiedName(value) : isDnsSubdomain(value));

export type NamedValues<Name extends string, Optional extends string> = Readonly<Record<Name, string>> &
  Readonly<Partial<Record<Optional, string>>>;

type QueryResult<Name extends string, Optional extends string = never> =
  | { readonly ok: true; readonly values: NamedValues<Name, Optional> }
  | { readonly ok: false; readonly message: string };

/**
 * Reads exactly the named parameters, each once; optional ones may be absent. Each value, except kind `any`, is a legal
 * Kubernetes name. It is never empty, `.` or `..`, because it becomes part of a path.
 */
export function readQuery<Name extends string, Optional extends string = never>(
  query: unknown,
  kinds: Readonly<Record<Name, ParameterKind>>,
  optional?: Readonly<Record<Optional, ParameterKind>>,
): QueryResult<Name, Optional> {
  const entries: Record<string, unknown> = typeof query === "object" && query !== null ? { ...query } : {};
  const legal: Readonly<Record<string, ParameterKind>> = { ...kinds, ...optional };
  const names = Object.keys(legal);
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = entries[name];
    if (value === undefined && !Object.hasOwn(kinds, name)) continue;
    if (value === undefined)
      return { ok: false, message: `The parameter ${name} is missing: this path needs ${Object.keys(kinds).join(", ")}.` };
    if (typeof value !== "string") return { ok: false, message: `The parameter ${name} is given twice: once is needed.` };
    if (!isOfKind(value, legal[name]))
      return legal[name] === "labelKey"
        ? {
            ok: false,
            message: `The parameter ${name} is not a label key: a name of at most 63 characters, with a domain and "/" before it or without.`,
          }
        : { ok: false, message: `The parameter ${name} is not a Kubernetes name: lower-case letters, digits, "-" and "." make one.` };
    values[name] = value;
  }
  const unknown = Object.keys(entries).find((name) => !Object.hasOwn(legal, name));
  if (unknown !== undefined)
    return { ok: false, message: `This path has no such parameter: it takes ${names.length === 0 ? "none" : names.join(", ")}.` };
  return { ok: true, values: values as NamedValues<Name, Optional> };
}
