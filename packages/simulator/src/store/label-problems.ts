import { isDnsSubdomain } from "@daemonscope/kube/label-syntax";

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
const EMPTY = "must be non-empty";
const NAME_BYTES = 63;
const SUBDOMAIN_BYTES = 253;

/** The doubled spaces are the API server's own. */
const withExamples = (words: string, syntax: string, examples: readonly string[]): string =>
  `${words} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${syntax}')`;
const tooLong = (bytes: number): string => `must be no more than ${bytes} bytes`;
const nameProblem = withExamples(NAME_WORDS, NAME, ["MyName", "my.name", "123-abc"]);
const isName = new RegExp(`^${NAME}$`);
const isValue = new RegExp(`^(${NAME})?$`);
const isDnsLabelText = new RegExp(`^${DNS_LABEL}$`);
const isSubdomain = new RegExp(`^${SUBDOMAIN}$`);

/** What is wrong with a DNS subdomain, in the API server's words. */
export function subdomainProblems(name: string): readonly string[] {
  if (isDnsSubdomain(name)) return [];
  return [
    ...(name.length > SUBDOMAIN_BYTES ? [tooLong(SUBDOMAIN_BYTES)] : []),
    ...(isSubdomain.test(name) ? [] : [withExamples(SUBDOMAIN_WORDS, SUBDOMAIN, ["example.com"])]),
  ];
}

/** What is wrong with a DNS label, in the API server's words. */
export function dnsLabelProblems(name: string): readonly string[] {
  return [
    ...(name.length > NAME_BYTES ? [tooLong(NAME_BYTES)] : []),
    ...(isDnsLabelText.test(name) ? [] : [withExamples(DNS_LABEL_WORDS, DNS_LABEL, ["my-name", "123-abc"])]),
  ];
}

/** What is wrong with a label key, in the API server's words; empty when nothing is. Source: apimachinery pkg/api/validate/content/kube.go. */
export function labelKeyProblems(key: string): readonly string[] {
  const [first = "", second, third] = key.split("/");
  if (third !== undefined)
    return [`a valid label key ${nameProblem} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const name = second ?? first;
  const ofPrefix = second === undefined ? [] : first === "" ? [EMPTY] : subdomainProblems(first);
  return [
    ...ofPrefix.map((problem) => `prefix part ${problem}`),
    ...(name === "" ? [`name part ${EMPTY}`] : name.length > NAME_BYTES ? [`name part ${tooLong(NAME_BYTES)}`] : []),
    ...(isName.test(name) ? [] : [`name part ${nameProblem}`]),
  ];
}

/** What is wrong with a label value. Source: same. */
export function labelValueProblems(value: string): readonly string[] {
  return [
    ...(value.length > NAME_BYTES ? [tooLong(NAME_BYTES)] : []),
    ...(isValue.test(value) ? [] : [withExamples(VALUE_WORDS, `(${NAME})?`, ["MyValue", "my_value", "12345"])]),
  ];
}
