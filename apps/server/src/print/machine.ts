import { stringify } from "yaml";

export type MachineFormat = "json" | "yaml";

/** A value for machines, ending in a line break. Keys keep their order; undefined fields are left out. */
export function machineText(format: MachineFormat, value: unknown): string {
  return format === "json" ? `${JSON.stringify(value, undefined, 2)}\n` : stringify(value, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** A list for machines, an element at a time: what is long is never whole in memory. */
export function* machineList(format: MachineFormat, values: Iterable<unknown>): Generator<string> {
  let isFirst = true;
  for (const value of values) {
    if (format === "json") yield `${isFirst ? "[" : ","}\n${JSON.stringify(value)}`;
    else yield machineText("yaml", [value]);
    isFirst = false;
  }
  if (format === "json") yield isFirst ? "[]\n" : "\n]\n";
  else if (isFirst) yield "[]\n";
}
