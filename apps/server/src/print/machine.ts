import { withoutHidden } from "@daemonscope/kube/hidden-text";
import { Document, visit } from "yaml";

export type MachineFormat = "json" | "yaml";

/** JSON on one line. It may be read on a terminal: hidden characters are escaped, which leaves the value as it is. */
export const jsonLine = (value: unknown): string => withoutHidden(JSON.stringify(value));

/** YAML whose texts with hidden characters are in double quotes, where they can be escaped as in JSON. */
function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && withoutHidden(node.value, "\n\t") !== node.value) node.type = "QUOTE_DOUBLE";
    },
  });
  return withoutHidden(document.toString({ lineWidth: 0 }), "\n");
}

/** A value for machines, ending in a line break. Keys keep their order; undefined fields are left out. */
export function machineText(format: MachineFormat, value: unknown): string {
  return format === "json" ? `${withoutHidden(JSON.stringify(value, undefined, 2), "\n")}\n` : yamlText(value);
}

/** A list for machines, an element at a time: what is long is never whole in memory. */
export function* machineList(format: MachineFormat, values: Iterable<unknown>): Generator<string> {
  let isFirst = true;
  for (const value of values) {
    if (format === "json") yield `${isFirst ? "[" : ","}\n${jsonLine(value)}`;
    else yield machineText("yaml", [value]);
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (isFirst) yield "[]\n";
}
