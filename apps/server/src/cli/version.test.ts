import { WIRE_SCHEMA } from "@daemonscope/shared/state/frame";
import { expect, test } from "vitest";
import { VERSION } from "../platform/version.ts";
import { capturedTerminal } from "./terminal/terminal.fixture.ts";
import { version } from "./version.ts";

test("version tells the version, the build, the schema of the wire and the Node.js that runs it", () => {
  const terminal = capturedTerminal();
  version("json", terminal);
  expect(JSON.parse(terminal.out())).toEqual({
    version: VERSION,
    build: expect.stringMatching(/^\d+\.\d+\.\d+\+([0-9a-f]{12}|no-page)$/),
    schema: WIRE_SCHEMA,
    node: process.version,
  });
});

test("for people it is a line each", () => {
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
