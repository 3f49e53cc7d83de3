import { expect, it } from "vitest";
import { markdownCode, markdownTable } from "./markdown.ts";

it("escapes marks, entities and line breaks in cells", () => {
  expect(
    markdownTable(
      ["A", "B"],
      [
        ["<none>", "a|b_*c*"],
        ["&lt;", "x\ny"],
      ],
    ),
  ).toEqual(["| A | B |", "| --- | --- |", "| \\<none\\> | a\\|b\\_\\*c\\* |", expect.stringMatching(/^\| \\&lt; \| x\S+y \|$/)]);
});

it("fences code with more backticks than any line has", () => {
  expect(markdownCode(["a ``` b"])).toEqual(["````text", "a ``` b", "````"]);
  expect(markdownCode(["a"])[0]).toBe("```text");
});
