import { withoutHidden } from "@daemonscope/kube/values/hidden-text";
import { Document, visit } from "yaml";

type MachineFormat = "json" | "yaml";

/** Returns JSON on one line. Hidden characters are escaped for terminals; the value stays the same. */
export const jsonLine = (value: unknown): string => withoutHidden(JSON.stringify(value));

/** Returns YAML. Strings with hidden characters are double-quoted, so that they can be escaped as in JSON. */
function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && withoutHidden(node.value, "\n\t") !== node.value) node.type = "QUOTE_DOUBLE";
    },
  });
  return withoutHidden(document.toString({ lineWidth: 0 }), "\n");
}

/**
 * Returns a value in a machine format, with a final line break. Keys keep their order; undefined fields are omitted.
 */
export function formatForMachine(format: MachineFormat, value: unknown): string {
  return format === "json" ? `${withoutHidden(JSON.stringify(value, undefined, 2), "\n")}\n` : yamlText(value);
}

/** Yields a list in a machine format, one element at a time. A long list is never completely in memory. */
export function* formatListForMachine(format: MachineFormat, values: Iterable<unknown>): Generator<string> {
  let isFirst = true;
  for (const value of values) {
    if (format === "json") yield `${isFirst ? "[" : ","}\n${jsonLine(value)}`;
    else yield formatForMachine("yaml", [value]);
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (isFirst) yield "[]\n";
}
