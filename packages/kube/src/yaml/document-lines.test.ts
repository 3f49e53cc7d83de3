import { expect, it } from "vitest";
import { readManifestText } from "./manifest-text.ts";

it.each<readonly [string, string, readonly number[]]>([
  ["YAML after comments and separators", "# head\n---\n\n# one\nkind: A\n---\nkind: B\n---\n---\n\nkind: C\n", [5, 7, 11]],
  ["one YAML document", "kind: A\n", [1]],
  ["JSON objects one after another", '{"kind": "A"}\n\n{\n"kind": "B"}\n', [1, 3]],
  ["items of a List, which have the line of the List", "---\nkind: List\nitems:\n- kind: A\n- kind: B\n", [2, 2]],
])("documents know their first line: %s", (_name, text, lines) => {
  expect(readManifestText(text, "file f").documents.map(({ line }) => line)).toEqual(lines);
});
