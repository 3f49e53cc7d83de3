import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { pageFolder } from "./page-folder.ts";

test("the page is next to the bundle in the package, and in its build folder in a checkout", () => {
  const root = mkdtempSync(join(tmpdir(), "daemonscope-page-"));
  const bundleFile = pathToFileURL(join(root, "apps", "server", "dist", "serve.js")).href;
  expect(pageFolder(bundleFile)).toBe(join(root, "apps", "web", "dist", "/"));
  mkdirSync(join(root, "apps", "server", "dist", "page"), { recursive: true });
  expect(pageFolder(bundleFile)).toBe(join(root, "apps", "server", "dist", "page", "/"));
  rmSync(root, { recursive: true });
});
