import { expect, it } from "vitest";
import { junitText } from "./junit.ts";

it("is a JUnit file: failures, warnings as output, places and durations", () => {
  expect(
    junitText("wait", [
      { level: "error", title: 'DaemonSet a/"b"', message: "x < y\nwhy: z & w", tookMs: 1500, place: { file: "a<b.yaml", line: 3 } },
      { level: "warning", title: "c", message: "d" },
    ]),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="daemonscope" tests="2" failures="1">
  <testsuite name="wait" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="daemonscope.wait" name="DaemonSet a/&quot;b&quot;" file="a&lt;b.yaml" line="3" time="1.500">
      <failure message="x &lt; y" type="wait">x &lt; y
why: z &amp; w</failure>
    </testcase>
    <testcase classname="daemonscope.wait" name="c">
      <system-out>Warning: d</system-out>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it("has no character that XML 1.0 lacks", () => {
  const text = junitText("s", [{ level: "error", title: "\u0000\ud800", message: "\u001b[31m\uffff\u202e" }]);
  expect(text).toContain('name="\\u0000\ufffd"');
  expect(text).toContain("\\u001b[31m\ufffd\\u202e</failure>");
});
