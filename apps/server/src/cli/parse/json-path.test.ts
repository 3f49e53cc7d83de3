import { describe, expect, it } from "vitest";
import { fillJsonPath, jsonPathText, jsonPathValues, parseJsonPath, parseJsonPathTemplate } from "./json-path.ts";

/** A list as in kubectl's documentation of JSONPath. */
const ROOT = {
  kind: "List",
  items: [
    { kind: "None", metadata: { name: "127.0.0.1", labels: { "kubernetes.io/hostname": "127.0.0.1" } }, status: { capacity: { cpu: 4 } } },
    { kind: "None", metadata: { name: "127.0.0.2" }, status: { capacity: { cpu: 8 }, isReady: true } },
  ],
  users: [
    { name: "myself", user: {} },
    { name: "e2e", user: { username: "admin", password: "secret" } },
  ],
};
const fill = (template: string): string => fillJsonPath(parseJsonPathTemplate(template), ROOT, jsonPathText);

describe("-o jsonpath", () => {
  it.each([
    ["kind is {.kind}", "kind is List"],
    ["{['kind']}", "List"],
    ["{$.kind}{@.kind}{kind}", "ListListList"],
    ["{..name}", "127.0.0.1 127.0.0.2 myself e2e"],
    ["{.items[*].metadata.name}", "127.0.0.1 127.0.0.2"],
    ["{.users[0].name} {.users[-1].name}", "myself e2e"],
    ["{.items[*]['metadata.name', 'kind']}", "None None"],
    ['{.users[?(@.name=="e2e")].user.password}', "secret"],
    ["{.items[?(@.status.capacity.cpu>4)].metadata.name}", "127.0.0.2"],
    ["{.items[?(@.status.isReady)].metadata.name}{.items[?(@.status.isReady!=true)].metadata.name}", "127.0.0.2127.0.0.1"],
    ["{.items[0].metadata.labels.kubernetes\\.io/hostname}", "127.0.0.1"],
    ['{range .items[*]}{.metadata.name}{"\\t"}{.status.capacity}{"\\n"}{end}', '127.0.0.1\t{"cpu":4}\n127.0.0.2\t{"cpu":8}\n'],
    ["{range .users[*]}{.name}:{range .user.*}[{@}]{end}{end}", "myself:e2e:[admin][secret]"],
    ["{.items[0:1].metadata.name}{.items[1:].metadata.name}", "127.0.0.1127.0.0.2"],
    ["{.no.such[3].field}", ""],
  ])("%s", (template, expected) => {
    expect(fill(template)).toBe(expected);
  });
  it.each([
    ["{.kind", "expected }"],
    ["{end}", "{end} without {range}"],
    ["{range .items}", "{range} without {end}"],
    ["{.items[}", "expected *, a number, a field in quotes or ?(…)"],
    ["{.a.}", "expected the name of a field"],
    ["{.users[?(@.name==e2e)]}", "e2e is neither a number nor in quotes,"],
  ])("rejects %s", (template, message) => {
    expect(() => fill(template)).toThrow(`invalid JSONPath ${template}: ${message} at position `);
  });
  it("reads no inherited field", () => {
    expect(jsonPathValues(parseJsonPath(".constructor"), ROOT)).toEqual([]);
  });
});

it.each([".kind", "kind", "{.kind}", "$.kind"])("a path alone may be %s", (path) => {
  expect(jsonPathValues(parseJsonPath(path), ROOT)).toEqual(["List"]);
});
