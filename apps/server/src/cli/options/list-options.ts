import { matchesRequirements, parseLabelSelector, type SelectorRequirement } from "@daemonscope/kube/matching/label-selector";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { FlagName } from "../flags/flags.ts";
import { formatOf, type OutputCommand, type OutputFormat } from "../flags/output-format.ts";
import { type JsonPath, type JsonPathTemplate, parseJsonPath, parseJsonPathTemplate } from "../parse/json-path.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";

const SELECTABLE_FIELDS = ["metadata.name", "metadata.namespace"] as const;

interface FieldRequirement {
  readonly field: (typeof SELECTABLE_FIELDS)[number];
  readonly isEqual: boolean;
  readonly value: string;
}

interface CustomColumn {
  readonly header: string;
  readonly path: JsonPath;
}

/** An output of `-o` that is neither a table nor the whole entry. */
export type OutputTemplate =
  | { readonly kind: "name" }
  | { readonly kind: "jsonpath"; readonly template: JsonPathTemplate }
  | { readonly kind: "customColumns"; readonly columns: readonly CustomColumn[] };

/** Selection, order and output of the rows of a list. Absent fields were not given. */
export interface ListOptions {
  readonly labels?: readonly SelectorRequirement[];
  readonly fields?: readonly FieldRequirement[];
  /** A column, or a path in the entry for programs. */
  readonly sortBy?: string;
  readonly noHeaders: boolean;
  readonly showLabels: boolean;
  readonly template?: OutputTemplate;
}

function labelsOf(text: string): readonly SelectorRequirement[] {
  const parsed = parseLabelSelector(text);
  if ("problem" in parsed) throw new UsageError(`--selector "${text}": ${parsed.problem}.`);
  return parsed.requirements;
}

function fieldsOf(text: string): readonly FieldRequirement[] {
  return text.split(",").map((part) => {
    const [, name = "", operator = "", value = ""] = /^([^=!]+)(!=|==|=)(.*)$/.exec(part.trim()) ?? [];
    const field = SELECTABLE_FIELDS.find((known) => known === name);
    if (field === undefined)
      throw new UsageError(`--field-selector takes ${SELECTABLE_FIELDS.map((known) => `${known}=VALUE`).join(" and ")}, not "${part}".`);
    return { field, isEqual: operator !== "!=", value };
  });
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

/** Parses the output and the selection of a list. `isNamed`: DaemonSets are named. Throws UsageError. */
export function listOptions(
  { values }: ParsedFlags,
  command: OutputCommand,
  isNamed: boolean,
): { readonly format?: OutputFormat; readonly list: ListOptions } {
  const flagValue = (name: FlagName) => values.get(name)?.[0];
  const output = flagValue("output");
  const template = output === undefined ? undefined : templateOf(output);
  const selector = flagValue("selector");
  const fieldSelector = flagValue("field-selector");
  if (isNamed && (selector ?? fieldSelector) !== undefined) throw new UsageError("name cannot be provided when a selector is specified");
  return {
    ...optionalEntry("format", template === undefined ? formatOf(output, command) : undefined),
    list: {
      ...optionalEntry("labels", selector === undefined ? undefined : labelsOf(selector)),
      ...optionalEntry("fields", fieldSelector === undefined ? undefined : fieldsOf(fieldSelector)),
      ...optionalEntry("sortBy", flagValue("sort-by")),
      noHeaders: values.has("no-headers"),
      showLabels: values.has("show-labels"),
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
