import { tooManyCharacters, withExamples } from "./label-problems.ts";

const SUBDOMAIN_BYTES = 253;
const DNS_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const UNDERSCORED = `${DNS_LABEL}(\\.${DNS_LABEL})*`;
const isUnderscored = new RegExp(`^${UNDERSCORED}$`);

/**
 * Returns the problems of an environment variable's name, in the API server's words. Source: apimachinery
 * pkg/util/validation, as for all names here.
 */
export function environmentNameProblems(name: string): readonly string[] {
  if (name === "") return ["environment variable name must be non-empty"];
  return /^[ -<>-~]*$/.test(name)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** Returns the problems of a header's name. */
export function headerNameProblems(name: string): readonly string[] {
  const syntax = "[-A-Za-z0-9]+";
  if (new RegExp(`^${syntax}$`).test(name)) return [];
  return [withExamples("a valid HTTP header must consist of alphanumeric characters or '-'", syntax, ["X-Header-Name"])];
}

/** Returns the problems of a DNS search domain. Underscores are allowed. */
export function searchDomainProblems(name: string): readonly string[] {
  return [
    ...(name.length > SUBDOMAIN_BYTES ? [tooManyCharacters(SUBDOMAIN_BYTES)] : []),
    ...(isUnderscored.test(name)
      ? []
      : [
          withExamples(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
            UNDERSCORED,
            ["example.com"],
          ),
        ]),
  ];
}
