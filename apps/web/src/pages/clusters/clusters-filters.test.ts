import { expect, it } from "vitest";
import { clustersFilters } from "../../data/clusters/clusters-view.ts";

const VIEW = { open: "logging/fluent-bit", version: "4.0.3", query: "prod", missing: undefined } as const;

it.each([
  [{ version: undefined, query: "" }, []],
  [{ version: "4.0.3", query: "" }, [["version", "4.0.3", { ...VIEW, version: undefined, query: "" }]]],
  [{ version: undefined, query: "prod" }, [["q", "prod", { ...VIEW, version: undefined, query: "" }]]],
  [
    {},
    [
      ["version", "4.0.3", { ...VIEW, version: undefined }],
      ["q", "prod", { ...VIEW, query: "" }],
    ],
  ],
])("the clusters page with %j has a chip for each filter, which removes only that filter", (patch, expected) => {
  expect(clustersFilters({ ...VIEW, ...patch }).map(({ param, value, without }) => [param, value, without])).toEqual(expected);
});
