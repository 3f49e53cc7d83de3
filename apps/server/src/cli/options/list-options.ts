import { matchesRequirements, parseLabelSelector, type SelectorRequirement } from "@daemonscope/kube/matching/label-selector";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { joinWithAnd } from "../../platform/failure/join-words.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { FlagName } from "../flags/flags.ts";
import { formatOf, type OutputCommand, type OutputFormat } from "../flags/output-format.ts";
import { type JsonPath, type JsonPathTemplate, parseJsonPath, parseJsonPathTemplate } from "../parse/json-path.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";

const DAEMON_SET_FIELDS = ["metadata.name", "metadata.namespace"] as const;
const POD_FIELDS = ["spec.nodeName", "status.phase"] as const;
type PodField = (typeof POD_FIELDS)[number];

interface FieldRequirement<Field extends string = (typeof DAEMON_SET_FIELDS)[number]> {
  readonly field: Field;
  readonly isEqual: boolean;
  readonly value: string;
}

interface CustomColumn {
  readonly header: string;
  readonly path: JsonPath;
}

/** An output of `-o` that is neither a table nor the whole entry. */
type OutputTemplate =
  | { readonly kind: "name" }
  | { readonly kind: "jsonpath"; readonly template: JsonPathTemplate }
  | { readonly kind: "customColumns"; readonly columns: readonly CustomColumn[] };

/** Selection, order and output of the rows of a list. Absent fields were not given. */
export interface ListOptions {
  readonly labels?: readonly SelectorRequirement[];
  readonly fields?: readonly FieldRequirement[];
  /** Only for a list of pods. */
  readonly podFields?: readonly FieldRequirement<PodField>[];
  /** A name that does not exist is no error. */
  readonly ignoreNotFound: boolean;
  /** A column, or a path in the entry for programs. */
  readonly sortBy?: string;
  readonly noHeaders: boolean;
  readonly showLabels: boolean;
  /** Labels with a separate column, before that of `showLabels`. */
  readonly labelColumns: readonly string[];
  readonly template?: OutputTemplate;
}

function labelsOf(text: string): readonly SelectorRequirement[] {
  const parsed = parseLabelSelector(text);
  if ("problem" in parsed) throw new UsageError(`--selector "${text}": ${parsed.problem}.`);
  return parsed.requirements;
}

/** Parses a field selector. A list of pods has fields of pods, too. */
function fieldsOf(text: string, command: OutputCommand): Pick<ListOptions, "fields" | "podFields"> {
  const fields: FieldRequirement[] = [];
  const podFields: FieldRequirement<PodField>[] = [];
  for (const part of text.split(",")) {
    const [, name, operator, value = ""] = /^([^=!]+)(!=|==|=)(.*)$/.exec(part.trim()) ?? [];
    const requirement = { isEqual: operator !== "!=", value };
    const field = DAEMON_SET_FIELDS.find((known) => known === name);
    const podField = command === "pods" ? POD_FIELDS.find((known) => known === name) : undefined;
    if (field !== undefined) fields.push({ field, ...requirement });
    else if (podField !== undefined) podFields.push({ field: podField, ...requirement });
    else {
      const known = [...DAEMON_SET_FIELDS, ...(command === "pods" ? POD_FIELDS : [])].map((each) => `${each}=VALUE`);
      throw new UsageError(`--field-selector takes ${joinWithAnd(known)}, not "${part}".`);
    }
  }
  return { ...(fields.length === 0 ? {} : { fields }), ...(podFields.length === 0 ? {} : { podFields }) };
}

/** Splits at the commas that are neither in brackets nor in quotes. */
const columnTexts = (text: string): readonly string[] => text.match(/(?:"[^"]*"|'[^']*'|\[[^\]]*\]|\([^)]*\)|[^,])+/g) ?? [];

function columnOf(text: string): CustomColumn {
  const colon = text.indexOf(":");
  const header = text.slice(0, colon).trim();
  if (colon < 1 || header === "")
    throw new UsageError(`-o custom-columns=${text} needs a header and a path: NAME:.name,READY:.reported.numberReady.`);
  return { header, path: parseJsonPath(text.slice(colon + 1)) };
}

function templateOf(text: string): OutputTemplate | undefined {
  if (text === "name") return { kind: "name" };
  const [, kind, value = ""] = /^(jsonpath|custom-columns)=(.+)$/s.exec(text) ?? [];
  if (kind === undefined) return undefined;
  if (kind === "jsonpath") return { kind: "jsonpath", template: parseJsonPathTemplate(value) };
  return { kind: "customColumns", columns: columnTexts(value).map(columnOf) };
}

/** Parses -l and --field-selector. `isNamed`: DaemonSets are named. Throws UsageError. */
export function selectorsOf(
  { values }: ParsedFlags,
  command: OutputCommand,
  isNamed: boolean,
): Pick<ListOptions, "labels" | "fields" | "podFields"> {
  const selector = values.get("selector")?.[0];
  const fieldSelector = values.get("field-selector")?.[0];
  const fields = fieldSelector === undefined ? {} : fieldsOf(fieldSelector, command);
  if (isNamed && (selector ?? fields.fields) !== undefined) throw new UsageError("name cannot be provided when a selector is specified");
  return { ...optionalEntry("labels", selector === undefined ? undefined : labelsOf(selector)), ...fields };
}

/** Parses the output and the selection of a list. `isNamed`: DaemonSets are named. Throws UsageError. */
export function listOptions(
  flags: ParsedFlags,
  command: OutputCommand,
  isNamed: boolean,
): { readonly format?: OutputFormat; readonly list: ListOptions } {
  const { values } = flags;
  const flagValue = (name: FlagName) => values.get(name)?.[0];
  const output = flagValue("output");
  const template = output === undefined ? undefined : templateOf(output);
  return {
    ...optionalEntry("format", template === undefined ? formatOf(output, command) : undefined),
    list: {
      ...selectorsOf(flags, command, isNamed),
      ignoreNotFound: values.has("ignore-not-found"),
      ...optionalEntry("sortBy", flagValue("sort-by")),
      noHeaders: values.has("no-headers"),
      showLabels: values.has("show-labels"),
      labelColumns: (values.get("label-columns") ?? []).flatMap((text) => text.split(",")).filter((label) => label !== ""),
      ...optionalEntry("template", template),
    },
  };
}

/** Reports whether the selectors of a list match a DaemonSet. */
export function isListed(
  { labels = [], fields = [] }: Pick<ListOptions, "labels" | "fields">,
  { metadata }: Pick<KubeDaemonSet, "metadata">,
): boolean {
  const fieldOf = (field: FieldRequirement["field"]) => (field === "metadata.name" ? metadata.name : metadata.namespace);
  return (
    matchesRequirements(labels, metadata.labels ?? {}) &&
    fields.every(({ field, isEqual, value }) => (fieldOf(field) === value) === isEqual)
  );
}

/** Reports whether a pod matches the fields of a list of pods. A node without a pod has no phase. */
export function isListedPod(
  { podFields = [] }: Pick<ListOptions, "podFields">,
  { node, phase }: { readonly node: string; readonly phase?: string },
): boolean {
  return podFields.every(({ field, isEqual, value }) => ((field === "spec.nodeName" ? node : phase) === value) === isEqual);
}
