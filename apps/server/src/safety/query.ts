import { isDnsLabel, isDnsSubdomain } from "@daemonscope/kube/label-syntax";

/** What a query parameter must be. */
export type ParameterKind = "namespace" | "name";

export type QueryResult<Name extends string> =
  | { readonly ok: true; readonly values: Readonly<Record<Name, string>> }
  | { readonly ok: false; readonly message: string };

/** Reads exactly the parameters that are named, each once, each a legal Kubernetes name: never empty, `.` or `..`, for they become parts of paths. */
export function readNames<Name extends string>(query: unknown, kinds: Readonly<Record<Name, ParameterKind>>): QueryResult<Name> {
  const given: Record<string, unknown> = typeof query === "object" && query !== null ? { ...query } : {};
  const names = Object.keys(kinds) as Name[];
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = given[name];
    if (value === undefined) return { ok: false, message: `The parameter ${name} is missing: this path needs ${names.join(", ")}.` };
    if (typeof value !== "string") return { ok: false, message: `The parameter ${name} is given twice: once is needed.` };
    const isLegal = kinds[name] === "namespace" ? isDnsLabel(value) : isDnsSubdomain(value);
    if (!isLegal)
      return { ok: false, message: `The parameter ${name} is not a Kubernetes name: lower-case letters, digits, "-" and "." make one.` };
    values[name] = value;
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(kinds, name));
  if (unknown !== undefined) return { ok: false, message: `This path has no such parameter: it takes ${names.join(", ")}.` };
  return { ok: true, values: values as Record<Name, string> };
}
