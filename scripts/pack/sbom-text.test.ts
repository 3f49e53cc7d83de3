import { expect, test } from "vitest";
import { sbomText } from "./sbom-text.mjs";

const program = { name: "daemonscope", version: "1.2.3", identifier: "Apache-2.0", description: "d" };

test("the bill of materials names the program, and each bundled package with purl and licence", () => {
  const bom = JSON.parse(
    sbomText(program, [
      { name: "@fastify/error", version: "4.2.1", identifier: "MIT", text: "long" },
      { name: "both", version: "1.0.0", identifier: "(MIT OR Apache-2.0)", text: "long" },
    ]),
  );
  expect(bom.metadata.component).toMatchObject({ type: "application", purl: "pkg:npm/daemonscope@1.2.3" });
  expect(bom.components).toEqual([
    {
      type: "library",
      "bom-ref": "pkg:npm/%40fastify/error@4.2.1",
      name: "@fastify/error",
      version: "4.2.1",
      licenses: [{ license: { id: "MIT" } }],
      purl: "pkg:npm/%40fastify/error@4.2.1",
    },
    expect.objectContaining({ name: "both", licenses: [{ expression: "(MIT OR Apache-2.0)" }] }),
  ]);
  expect(bom.dependencies[0]).toEqual({
    ref: "pkg:npm/daemonscope@1.2.3",
    dependsOn: ["pkg:npm/%40fastify/error@4.2.1", "pkg:npm/both@1.0.0"],
  });
});

test("the same build has the same bill of materials", () => expect(sbomText(program, [])).toBe(sbomText(program, [])));
