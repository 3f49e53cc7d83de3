import { describe, expect, it } from "vitest";
import { parseCommand } from "../options/parse-command.ts";
import type { StatusConfig } from "../options/query-options.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { type ListRow, listTexts, printList } from "./list-answer.ts";

const rowOf = (name: string, ready: number, ageMs: number): ListRow => ({
  cells: () => [name, String(ready), `${ageMs}ms`],
  entry: () => ({ name, ready, spec: { tier: name === "a" ? "x" : "y" } }),
  name: `daemonset.apps/${name}`,
  labels: { app: name, ...(name === "a" ? { "example.com/team": "logs" } : {}) },
  ageMs,
});
const HEADER = ["NAME", "READY", "AGE"];
const ROWS = [rowOf("b", 10, 5), rowOf("a", 9, 7)];

function configOf(...words: readonly string[]): StatusConfig {
  const command = parseCommand(["status", ...words], {}, "test");
  if (command.kind !== "status") throw new Error(command.kind);
  return command.config;
}
function printed(...words: readonly string[]): string {
  const { format, list } = configOf(...words);
  return [...listTexts({ header: HEADER, rows: ROWS }, format, list)].join("");
}

describe("a list", () => {
  it.each([
    [[], "NAME   READY   AGE\nb      10      5ms\na      9       7ms\n"],
    [["--no-headers"], "b     10    5ms\na     9     7ms\n"],
    [["--show-labels"], "NAME   READY   AGE   LABELS\nb      10      5ms   app=b\na      9       7ms   app=a,example.com/team=logs\n"],
    [
      ["-L", "example.com/team,app"],
      "NAME   READY   AGE   TEAM     APP\nb      10      5ms   <none>   b\na      9       7ms   logs     a\n",
    ],
    [["--sort-by", "READY", "--no-headers"], "a     9     7ms\nb     10    5ms\n"],
    [["--sort-by", "name", "--no-headers"], "a     9     7ms\nb     10    5ms\n"],
    [["--sort-by", ".spec.tier", "--no-headers"], "a     9     7ms\nb     10    5ms\n"],
    [["--sort-by", "AGE", "--no-headers"], "b     10    5ms\na     9     7ms\n"],
    [["-o", "name"], "daemonset.apps/b\ndaemonset.apps/a\n"],
    [["-o", "name", "--sort-by", "{.ready}"], "daemonset.apps/a\ndaemonset.apps/b\n"],
    [["-o", "jsonpath={.items[*].name}"], "b a"],
    [["-o", "jsonpath={range .items[*]}{.name}={.ready}{end}"], "b=10a=9"],
    [["-o", "custom-columns=N:.name,TIER:.spec.tier,NO:.no"], "N     TIER   NO\nb     y      <none>\na     x      <none>\n"],
    [["-o", "custom-columns=N:.name", "--no-headers"], "b\na\n"],
  ])("%j", (words, expected) => {
    expect(printed(...words)).toBe(expected);
  });
  it("names the columns if --sort-by is none", () => {
    expect(() => printed("--sort-by", "REDY")).toThrow(
      '--sort-by "REDY" is no column: use NAME, READY, AGE, or a field of -o json such as .name.',
    );
  });
  it("refuses a field of --sort-by that no row has, as kubectl does", () => {
    expect(() => printed("--sort-by", ".nope")).toThrow('couldn\'t find any field with path ".nope" in the list of objects');
    expect(printed("--sort-by", ".spec['tier']", "-o", "name")).toBe("daemonset.apps/a\ndaemonset.apps/b\n");
  });
  it("prints lines for users, which follow the locale, and writes output for programs unchanged", () => {
    const printedBy = (...words: readonly string[]) => {
      const lines: string[] = [];
      const written: string[] = [];
      const terminal = { ...capturedTerminal(), print: (line: string) => lines.push(line), write: (text: string) => written.push(text) };
      printList({ header: HEADER, rows: ROWS }, configOf(...words), terminal);
      return [lines.length, written.length];
    };
    expect(printedBy()).toEqual([3, 0]);
    expect(printedBy("-o", "name")).toEqual([2, 0]);
    expect(printedBy("-o", "jsonpath={.items[*].name}")).toEqual([0, 1]);
    expect(printedBy("-o", "json")[0]).toBe(0);
  });
  it("prints a single object for a template as for json", () => {
    const { format, list } = configOf("-o", "jsonpath={.name}");
    expect([...listTexts({ header: HEADER, rows: ROWS.slice(0, 1), isOne: true }, format, list)].join("")).toBe("b");
  });
  it("escapes control characters of values, and keeps those of the template", () => {
    const { format, list } = configOf("-o", 'jsonpath={.name}{"\\n"}');
    const rows = [{ ...rowOf("x", 1, 1), entry: () => ({ name: "\u001b[2J" }) }];
    expect([...listTexts({ header: HEADER, rows, isOne: true }, format, list)].join("")).toBe("\\u001b[2J\n");
  });
});
