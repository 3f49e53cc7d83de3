import { withoutHidden } from "@daemonscope/kube/values/hidden-text";
import type { Annotation } from "./github-annotations.ts";

/** Returns text for XML 1.0, which has no control characters except tab and line breaks, not even as references. */
const xml = (text: string): string =>
  withoutHidden(text, "\n\t")
    .replaceAll(/[\p{Surrogate}\ufffe\uffff]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** Returns the value of an attribute, on one line. */
const attribute = (text: string): string => xml(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");

const secondsText = (ms: number): string => (ms / 1000).toFixed(3);

function testCase(suite: string, { title, level, message, place, tookMs }: Annotation): readonly string[] {
  const attributes = [
    `classname="${attribute(`daemonscope.${suite}`)}" name="${attribute(title)}"`,
    ...(place === undefined ? [] : [`file="${attribute(place.file)}" line="${place.line}"`]),
    ...(tookMs === undefined ? [] : [`time="${secondsText(tookMs)}"`]),
  ].join(" ");
  const [first = ""] = message.split("\n");
  const body =
    level === "error"
      ? `      <failure message="${attribute(first)}" type="${attribute(suite)}">${xml(message)}</failure>`
      : `      <system-out>${xml(level === "warning" ? `Warning: ${message}` : message)}</system-out>`;
  return [`    <testcase ${attributes}>`, body, "    </testcase>"];
}

/**
 * Returns a JUnit file: one test case for each annotation, which failed if it is an error. GitLab, Jenkins, CircleCI
 * and Azure Pipelines read it.
 */
export function junitText(suite: string, annotations: readonly Annotation[]): string {
  const counts = `tests="${annotations.length}" failures="${annotations.filter(({ level }) => level === "error").length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="daemonscope" ${counts}>`,
    `  <testsuite name="${attribute(suite)}" ${counts} errors="0" skipped="0">`,
    ...annotations.flatMap((each) => testCase(suite, each)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}
