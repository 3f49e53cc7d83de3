import { WIRE_SCHEMA } from "@daemonscope/shared/state/frame";
import { expect, test } from "vitest";
import { VERSION } from "../platform/version.ts";
import { capturedTerminal } from "./terminal/terminal.fixture.ts";
import { version } from "./version.ts";

test("version prints the version, the build, the wire schema and the Node.js version", () => {
  const terminal = capturedTerminal();
  version("json", terminal);
  expect(JSON.parse(terminal.out())).toEqual({
    apiVersion: "daemonscope.dev/v1",
    kind: "Version",
    version: VERSION,
    build: expect.stringMatching(/^\d+\.\d+\.\d+\+([0-9a-f]{12}|no-page)$/),
    schema: WIRE_SCHEMA,
    node: process.version,
  });
});

test("for a terminal it prints one line each", () => {
  const terminal = capturedTerminal();
  version("table", terminal);
  expect(terminal.out().split("\n")).toEqual([
    `daemonscope    ${VERSION}`,
    expect.stringMatching(/^build {10}\S+$/),
    `wire schema    ${WIRE_SCHEMA}`,
    `node           ${process.version}`,
    "",
  ]);
});
