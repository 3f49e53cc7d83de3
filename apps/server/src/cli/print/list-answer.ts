import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { labelsText } from "@daemonscope/kube/matching/label-selector";
import type { StringMap } from "@daemonscope/kube/objects";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OutputFormat } from "../flags/output-format.ts";
import type { ListOptions } from "../options/list-options.ts";
import { fillJsonPath, type JsonPath, type JsonPathTemplate, jsonPathText, jsonPathValues, parseJsonPath } from "../parse/json-path.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { formatForMachine, formatListForMachine } from "./machine-format.ts";
import { markdownTable } from "./markdown.ts";
import { textTable } from "./text-table.ts";

/** One row of a list. Cells and entry are built on demand, because a large cluster has many rows. */
export interface ListRow {
  readonly cells: () => readonly string[];
  /** The element of `-o json`. */
  readonly entry: () => object;
  /** The output of `-o name`: `pod/agent-x7f`. */
  readonly name: string;
  /** The labels of the DaemonSet. */
  readonly labels: StringMap;
  /** The value of the column AGE, for its order. */
  readonly ageMs?: number;
}

export interface ListAnswer {
  readonly header: readonly string[];
  readonly rows: Iterable<ListRow>;
  /** The only row is printed as an object for programs. */
  readonly isOne?: boolean;
}

type SortValue = string | number | undefined;

const sortValue = (value: unknown): SortValue =>
  typeof value === "number" || value === undefined ? value : typeof value === "string" ? value : jsonPathText(value);

/** Numbers are in order of size, and missing values are last. */
function compareValues(a: SortValue, b: SortValue): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareTexts(String(a), String(b));
}

/** Returns the function that reads the sorted value of a row. Throws UsageError for a name that is no column. */
function sortKeyOf(sortBy: string, header: readonly string[]): (row: ListRow) => SortValue {
  const column = header.indexOf(sortBy.toUpperCase());
  if (column < 0) {
    if (!/^[.{[]/.test(sortBy))
      throw new UsageError(`--sort-by "${sortBy}" is no column: use ${header.join(", ")}, or a field of -o json such as .name.`);
    const path = parseJsonPath(sortBy);
    return (row) => sortValue(jsonPathValues(path, row.entry())[0]);
  }
  if (header[column] === "AGE") return ({ ageMs }) => ageMs;
  return (row) => {
    const cell = row.cells()[column] ?? "";
    return /^\d+$/.test(cell) ? Number(cell) : cell;
  };
}

/** Fields of the API's objects. The entries of the answers have other fields. */
const API_FIELDS: readonly string[] = ["metadata", "spec", "status"];

/** Returns the paths of a template. */
const pathsOf = (parts: JsonPathTemplate): readonly JsonPath[] =>
  parts.flatMap((part) => (part.kind === "text" ? [] : part.kind === "path" ? [part.path] : [part.path, ...pathsOf(part.body)]));

/** Throws UsageError for a path of the API's objects, which would silently be empty. */
function rejectApiFields(paths: readonly JsonPath[], entry: object | undefined): void {
  if (entry === undefined) return;
  for (const path of paths) {
    const first = path.find((step) => step.kind === "field" && step.name !== "items");
    if (first?.kind !== "field" || !API_FIELDS.includes(first.name) || first.name in entry) continue;
    throw new UsageError(`the items have no field .${first.name}, unlike those of kubectl get: use .${Object.keys(entry).join(", .")}`);
  }
}

/** Returns the rows in the requested order. Throws UsageError, as kubectl does, for a field that no row has. */
function sortedRows({ header, rows }: ListAnswer, { sortBy }: ListOptions): Iterable<ListRow> {
  if (sortBy === undefined) return rows;
  const keyOf = sortKeyOf(sortBy, header);
  const listed = [...rows];
  if (/^[.{[]/.test(sortBy)) rejectApiFields([parseJsonPath(sortBy)], listed[0]?.entry());
  const keyed = listed.map((row) => ({ row, key: keyOf(row) }));
  if (keyed.length > 0 && keyed.every(({ key }) => key === undefined))
    throw new UsageError(`couldn't find any field with path "${sortBy}" in the list of objects`);
  return keyed.sort((a, b) => compareValues(a.key, b.key)).map(({ row }) => row);
}

/** Returns the headers of the requested label columns, as kubectl writes them: the name without its prefix. */
export const labelHeader = ({ labelColumns, showLabels }: ListOptions): readonly string[] => [
  ...labelColumns.map((label) => label.slice(label.indexOf("/") + 1).toUpperCase()),
  ...(showLabels ? ["LABELS"] : []),
];

export const labelCells = ({ labels }: ListRow, { labelColumns, showLabels }: ListOptions): readonly string[] => [
  ...labelColumns.map((label) => labels[label] ?? "<none>"),
  ...(showLabels ? [labelsText(labels)] : []),
];

function* tableLines(header: readonly string[], rows: readonly (readonly string[])[], noHeaders: boolean): Generator<string> {
  // A hidden header does not widen the columns, as in kubectl.
  const lines = textTable(noHeaders ? header.map(() => "") : header, rows);
  for (const line of noHeaders ? lines.slice(1) : lines) yield `${line}\n`;
}

/** Yields an answer in the requested format, in pieces, each with its line breaks. Throws UsageError for an unknown
 *  column. */
export function* listTexts(answer: ListAnswer, format: OutputFormat | undefined, options: ListOptions): Generator<string> {
  const { template, noHeaders } = options;
  const rows = sortedRows(answer, options);
  const entries = function* () {
    for (const row of rows) yield row.entry();
  };
  if (template?.kind === "name") {
    for (const { name } of rows) yield `${escapeControl(name)}\n`;
  } else if (template?.kind === "jsonpath") {
    const all = [...entries()];
    rejectApiFields(pathsOf(template.template), all[0]);
    const root = answer.isOne === true && all.length === 1 ? all[0] : { kind: "List", items: all };
    yield fillJsonPath(template.template, root, (value) => escapeControl(jsonPathText(value)));
  } else if (template?.kind === "customColumns") {
    const { columns } = template;
    const cellsOf = (entry: object) => columns.map(({ path }) => jsonPathValues(path, entry).map(jsonPathText).join(",") || "<none>");
    const all = [...entries()];
    rejectApiFields(
      columns.map(({ path }) => path),
      all[0],
    );
    yield* tableLines(
      columns.map(({ header }) => header),
      all.map(cellsOf),
      noHeaders,
    );
  } else if (format === "json" || format === "yaml") {
    const [first, ...others] = answer.isOne === true ? [...entries()] : [];
    if (first !== undefined && others.length === 0) yield formatForMachine(format, first);
    else yield* formatListForMachine(format, entries());
  } else {
    const header = [...answer.header, ...labelHeader(options)];
    const cells = [...rows].map((row) => [...row.cells(), ...labelCells(row, options)]);
    if (format !== "markdown") yield* tableLines(header, cells, noHeaders);
    // A table in Markdown needs the row of the header.
    else for (const line of markdownTable(noHeaders ? header.map(() => "") : header, cells)) yield `${line}\n`;
  }
}

/** Prints an answer in the requested format. Throws like `listTexts`. */
export function printList(
  answer: ListAnswer,
  { format, list }: { readonly format?: OutputFormat; readonly list: ListOptions },
  terminal: Terminal,
): void {
  // Only lines for users follow the locale.
  const isUnchanged = format === "json" || format === "yaml" || list.template?.kind === "jsonpath";
  for (const text of listTexts(answer, format, list))
    if (isUnchanged) terminal.write(text);
    else terminal.print(text.slice(0, -1));
}

/** Reports whether the output is for programs, so that texts for people go to stderr. */
export const isForPrograms = (format: OutputFormat | undefined, { template }: ListOptions): boolean =>
  template !== undefined || format === "json" || format === "yaml";
