import { describe, expect, it } from "vitest";
import { visitKeys } from "./field-validation.ts";

describe("visitKeys", () => {
  function visited(text: string): readonly string[] {
    const paths: string[] = [];
    visitKeys(text, (path, isRepeated) => paths.push(isRepeated ? `${path} again` : path));
    return paths;
  }

  it.each<[string, readonly string[]]>([
    ["{}", []],
    ["[1, [], {}]", []],
    ['"{"', []],
    ['{"a":1,"a":2}', ["a", "a again"]],
    [' { "a" : { "b" : [ 1 , { "c":"}" , "c" : null } ] } , "d" : -1.5e3 }', ["a", "a.b", "a.b[1].c", "a.b[1].c again", "d"]],
    ['{"a":{"x":1},"b":{"x":1}}', ["a", "a.x", "b", "b.x"]],
    ['{"\\"\\\\":true,"\\u0022\\\\":false}', ['"\\', '"\\ again']],
  ])("%s", (text, paths) => {
    expect(visited(text)).toEqual(paths);
  });

  it("handles a deeply nested object", () => {
    const depth = 900;
    expect(visited(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)).toHaveLength(depth);
  });
});
