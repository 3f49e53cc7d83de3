import { isDnsSubdomain } from "@daemonscope/kube/matching/label-syntax";

const NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const NAME_WORDS = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const VALUE_WORDS =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const SUBDOMAIN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const SUBDOMAIN_WORDS =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const DNS_LABEL_WORDS =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const DATA_KEY_WORDS = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
const EMPTY = "must be non-empty";
const NAME_BYTES = 63;
const SUBDOMAIN_BYTES = 253;
const PORT_NAME_CHARACTERS = 15;

/** A rule with its examples; the doubled spaces are the API server's own. */
export const withExamples = (words: string, syntax: string, examples: readonly string[]): string =>
  `${words} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${syntax}')`;
const tooLong = (bytes: number): string => `must be no more than ${bytes} bytes`;
const nameProblem = withExamples(NAME_WORDS, NAME, ["MyName", "my.name", "123-abc"]);
const isName = new RegExp(`^${NAME}$`);
const isValue = new RegExp(`^(${NAME})?$`);
const isDnsLabelText = new RegExp(`^${DNS_LABEL}$`);
const isSubdomain = new RegExp(`^${SUBDOMAIN}$`);

/** A length limit in the API server's words for names; for labels see tooLong. */
export const tooManyCharacters = (characters: number): string => `must be no more than ${characters} characters`;

function subdomainText(name: string, lengthProblem: string): readonly string[] {
  if (isDnsSubdomain(name)) return [];
  return [
    ...(name.length > SUBDOMAIN_BYTES ? [lengthProblem] : []),
    ...(isSubdomain.test(name) ? [] : [withExamples(SUBDOMAIN_WORDS, SUBDOMAIN, ["example.com"])]),
  ];
}

/** Returns the problems of a DNS subdomain, in the API server's words. */
export const subdomainProblems = (name: string): readonly string[] => subdomainText(name, tooManyCharacters(SUBDOMAIN_BYTES));

/** Returns the problems of a DNS label, in the API server's words. */
export function dnsLabelProblems(name: string): readonly string[] {
  const textProblems = isDnsLabelText.test(name)
    ? []
    : isSubdomain.test(name)
      ? ["must not contain dots"]
      : [withExamples(DNS_LABEL_WORDS, DNS_LABEL, ["my-name", "123-abc"])];
  return [...(name.length > NAME_BYTES ? [tooManyCharacters(NAME_BYTES)] : []), ...textProblems];
}

/** Returns the problems of a port name, in the API server's words. */
export function portNameProblems(name: string): readonly string[] {
  return [
    ...(name.length > PORT_NAME_CHARACTERS ? [tooManyCharacters(PORT_NAME_CHARACTERS)] : []),
    ...(/^[-a-z0-9]+$/.test(name) ? [] : ["must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"]),
    ...(/[a-z]/.test(name) ? [] : ["must contain at least one letter (a-z)"]),
    ...(name.includes("--") ? ["must not contain consecutive hyphens"] : []),
    ...(name.startsWith("-") || name.endsWith("-") ? ["must not begin or end with a hyphen"] : []),
  ];
}

/** Returns the problems of a key of a ConfigMap's data, in the API server's words. */
export function dataKeyProblems(key: string): readonly string[] {
  const upwards = key === "." || key === ".." ? [`must not be '${key}'`] : key.startsWith("..") ? ["must not start with '..'"] : [];
  return [
    ...(key.length > SUBDOMAIN_BYTES ? [tooManyCharacters(SUBDOMAIN_BYTES)] : []),
    ...(/^[-._a-zA-Z0-9]+$/.test(key) ? [] : [withExamples(DATA_KEY_WORDS, "[-._a-zA-Z0-9]+", ["key.name", "KEY_NAME", "key-name"])]),
    ...upwards,
  ];
}

/**
 * Returns the problems of a label key, in the API server's words. Source: apimachinery
 * pkg/api/validate/content/kube.go.
 */
export function labelKeyProblems(key: string): readonly string[] {
  const [first = "", second, third] = key.split("/");
  if (third !== undefined)
    return [`a valid label key ${nameProblem} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const name = second ?? first;
  const prefixProblems = second === undefined ? [] : first === "" ? [EMPTY] : subdomainText(first, tooLong(SUBDOMAIN_BYTES));
  return [
    ...prefixProblems.map((problem) => `prefix part ${problem}`),
    ...(name === "" ? [`name part ${EMPTY}`] : name.length > NAME_BYTES ? [`name part ${tooLong(NAME_BYTES)}`] : []),
    ...(isName.test(name) ? [] : [`name part ${nameProblem}`]),
  ];
}

/** Returns the problems of a label value. Source: same. */
export function labelValueProblems(value: string): readonly string[] {
  return [
    ...(value.length > NAME_BYTES ? [tooLong(NAME_BYTES)] : []),
    ...(isValue.test(value) ? [] : [withExamples(VALUE_WORDS, `(${NAME})?`, ["MyValue", "my_value", "12345"])]),
  ];
}
