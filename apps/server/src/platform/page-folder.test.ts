import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { pageFolder } from "./page-folder.ts";

test("the page lies beside the bundle in the package, and where it is built in a checkout", () => {
  const root = mkdtempSync(join(tmpdir(), "daemonscope-page-"));
  const bundleFile = pathToFileURL(join(root, "apps", "server", "dist", "serve.js")).href;
  expect(pageFolder(bundleFile)).toBe(join(root, "apps", "web", "dist", "/"));
  mkdirSync(join(root, "apps", "server", "dist", "page"), { recursive: true });
  expect(pageFolder(bundleFile)).toBe(join(root, "apps", "server", "dist", "page", "/"));
  rmSync(root, { recursive: true });
});
