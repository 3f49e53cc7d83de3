import type { DaemonSetRecord, Disagreement } from "@daemonscope/daemonset/records/records";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { formatCause, formatPod } from "./format-pod.ts";
import { formatForMachine, formatListForMachine, jsonLine } from "./machine-format.ts";
import { ProgressLine } from "./progress-line.ts";
import { statusLines } from "./status-lines.ts";
import { canOverwrite, supportsColor, terminalColors, withColorChoice } from "./terminal-colors.ts";
import { TableColumns, textTable } from "./text-table.ts";

describe("tables, printed like kubectl", () => {
  it("columns are three apart, at least six wide, and the last is not padded", () => {
    expect(
      textTable(
        ["NAME", "DESIRED", "AGE"],
        [
          ["fluentd-elasticsearch", "3", "5d"],
          ["a", "100", "31h"],
        ],
      ),
    ).toEqual(["NAME                    DESIRED   AGE", "fluentd-elasticsearch   3         5d", "a                       100       31h"]);
    expect(textTable(["A", "B"], [["x", "y"]])).toEqual(["A     B", "x     y"]);
  });
  it("prints the rows of 5,000 nodes and 40 DaemonSets", () => {
    expect(textTable(["A"], Array(200_000).fill(["x"]))).toHaveLength(200_001);
  });
  it("a later row keeps the widths of earlier ones, and widens them", () => {
    const columns = new TableColumns([0, 6]);
    expect([
      ...columns.lines([
        ["NAME", "AGE", "X"],
        ["agent", "9s", "a"],
      ]),
    ]).toEqual(["NAME    AGE      X", "agent   9s       a"]);
    expect(columns.lines([["a", "2m10s", "b"]])).toEqual(["a       2m10s    b"]);
    expect(columns.lines([["node-exporter", "1s", "c"]])).toEqual(["node-exporter   1s       c"]);
    expect(columns.lines([["a", "1s", "d"]])).toEqual(["a               1s       d"]);
  });
  it("wide characters take two columns, and combining ones none", () => {
    expect(
      textTable(
        ["NAME", "B"],
        [
          ["生產環境", "x"],
          ["e\u0301", "y"],
          ["한국", "z"],
        ],
      ).map((line) => line.slice(0, -1)),
    ).toEqual(["NAME       ", "生產環境   ", "e\u0301          ", "한국       "]);
  });
  it("a cell cannot break its line or send control sequences", () => {
    expect(textTable(["NAME"], [["a\u001b[2J\nb\u202e"]])[1]).toBe("a\\u001b[2J\\u000ab\\u202e");
    expect(escapeControl("日本 é ✓")).toBe("日本 é ✓");
  });
});

describe("pods of a pair", () => {
  it("have the state text of the page", () => {
    const pod = { name: "agent-x7f", updated: true, trouble: { kind: "imageFailed", reason: "ImagePullBackOff" } } as PodAnswer;
    expect(formatPod([pod, { ...pod, name: "agent-old", updated: false, terminatingSinceMs: 0, goneByMs: 9000 }], 1000, []).cell).toBe(
      "agent-x7f ImagePullBackOff; agent-old terminating, 8 s left, old revision",
    );
    expect(formatPod([], 1000, []).cell).toBe("none");
  });
  it("and the line of their cause name a taken host port by its number", () => {
    const cause = { kind: "portHeld", reason: "node(s) didn't have free ports for the requested pod ports" } as const;
    const pod = { name: "agent-x7f", updated: true, trouble: cause } as PodAnswer;
    expect(formatPod([pod], 0, [9100]).cell).toBe("agent-x7f host port 9100 is taken");
    expect(formatCause({ cause, detail: {} }, 0, [9100])).toBe("host port 9100 is taken");
  });
});

describe("stale counters", () => {
  const linesOf = (disagreements: readonly Omit<Disagreement, "sinceMs">[]) => {
    const record = { rollout: { message: "m" }, concern: null, budget: { kind: "none" }, hostPorts: [], revisions: [], disagreements };
    return statusLines(record as unknown as DaemonSetRecord, [], 0, terminalColors(false, {})).slice(1);
  };
  const nodeDeleted = { kind: "nodeDeleted" } as const;
  const GONE = "a node was deleted; status updates after pod GC, about a minute";
  it("are one line for each cause, and the fields of equal numbers are named together", () => {
    expect(
      linesOf([
        { field: "desiredNumberScheduled", reported: 49, derived: 48, cause: nodeDeleted },
        { field: "numberReady", reported: 49, derived: 48, cause: nodeDeleted },
        { field: "numberAvailable", reported: 40, derived: 39, cause: nodeDeleted },
        { field: "numberUnavailable", reported: 9, derived: 0, cause: { kind: "minReady", minReadySeconds: 10 } },
      ]),
    ).toEqual([
      `desiredNumberScheduled, numberReady are reported as 49 and derived as 48; numberAvailable is reported as 40 and derived as 39: ${GONE}`,
      expect.stringMatching(/^numberUnavailable is reported as 9 and derived as 0: /),
    ]);
  });
  it("are unchanged for one counter", () => {
    expect(linesOf([{ field: "numberReady", reported: 2, derived: 1, cause: nodeDeleted }])).toEqual([
      `numberReady is reported as 2 and derived as 1: ${GONE}`,
    ]);
  });
});

describe("color", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
    [false, { FORCE_COLOR: "1" }, true],
    [false, { CLICOLOR_FORCE: "1" }, true],
    [false, { CLICOLOR_FORCE: "0" }, false],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [true, { FORCE_COLOR: "0" }, false],
  ])("terminal %s, %o: %s", (isTerminal, environment, isPainted) => {
    expect(supportsColor(isTerminal, environment)).toBe(isPainted);
    expect(terminalColors(isTerminal, environment).bad("x") !== "x").toBe(isPainted);
  });
  it.each([
    ["always", false, { NO_COLOR: "1" }, true],
    ["never", true, { FORCE_COLOR: "1" }, false],
    ["auto", true, {}, true],
    ["auto", false, {}, false],
  ] as const)("--color=%s on terminal %s, %o: %s", (choice, isTerminal, environment, isPainted) => {
    expect(supportsColor(isTerminal, withColorChoice(choice, environment))).toBe(isPainted);
  });
  it("never overwrites lines in a pipe, also with forced color", () => {
    expect([canOverwrite(false, { FORCE_COLOR: "1" }), canOverwrite(true, {})]).toEqual([false, true]);
  });
});

describe("machine output", () => {
  const hostile = { name: "a\u001b[31m\u0007", "\u202ekey": "b\u009b\u202e\u2066\u200b", lines: "c\nd\u001b" };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/;
  const rows: readonly (readonly [string, string, (text: string) => unknown])[] = [
    ["json", formatForMachine("json", hostile), JSON.parse],
    ["a list in json", [...formatListForMachine("json", [hostile])].join(""), (text: string) => JSON.parse(text)[0]],
    ["a line of json", jsonLine(hostile), JSON.parse],
    ["yaml", formatForMachine("yaml", hostile), parse],
    ["a list in yaml", [...formatListForMachine("yaml", [hostile])].join(""), (text: string) => parse(text)[0]],
  ];
  it.each(rows)("%s has no terminal control characters, and keeps the value", (_name, text, read) => {
    expect(text).not.toMatch(RAW);
    expect(read(text)).toEqual(hostile);
  });
  it("a list is one JSON array of any length, also if empty", () => {
    expect(JSON.parse([...formatListForMachine("json", [{ a: 1 }, { a: 2 }])].join(""))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(JSON.parse([...formatListForMachine("json", [])].join(""))).toEqual([]);
  });
  it("YAML repeats equal objects instead of aliases", () => {
    const same = { x: 1 };
    expect(formatForMachine("yaml", { a: same, b: same })).toBe("a:\n  x: 1\nb:\n  x: 1\n");
    expect([...formatListForMachine("yaml", [])].join("")).toBe("[]\n");
  });
});

it("progress is one line on a terminal, cut to its width, and one line per change in a pipe", () => {
  const shown = (overwrites: boolean, columns?: number) => {
    let text = "";
    const line = new ProgressLine(
      (more) => {
        text += more;
      },
      overwrites,
      () => columns,
    );
    for (const step of ["1 of 3", "1 of 3", "2 of 3"]) line.show(step);
    line.end();
    return text;
  };
  expect(shown(false)).toBe("1 of 3\n2 of 3\n");
  expect(shown(false, 4)).toBe("1 of 3\n2 of 3\n");
  expect(shown(true)).toBe("\r\u001b[K1 of 3\r\u001b[K2 of 3\n");
  expect(shown(true, 7)).toBe("\r\u001b[K1 of 3\r\u001b[K2 of 3\n");
  expect(shown(true, 6)).toBe("\r\u001b[K1 ...\r\u001b[K2 ...\n");
});

it.each([
  [120, 'Waiting for daemon set "fluentd-elasticsearch" to be updated by hand: 3 out of 6 pods are updated...'],
  [80, 'Waiting for daemon set "fluentd-elasticsearc...: 3 out of 6 pods are updated...'],
  [50, "Waiting for da...: 3 out of 6 pods are updated..."],
  [40, "Wait...: 3 out of 6 pods are updated..."],
  [33, "3 out of 6 pods are updated..."],
  [30, "3 out of 6 pods are update..."],
])("progress on %i columns keeps its numbers", (columns, text) => {
  let written = "";
  const line = new ProgressLine(
    (more) => {
      written += more;
    },
    true,
    () => columns,
  );
  line.show('Waiting for daemon set "fluentd-elasticsearch" to be updated by hand: 3 out of 6 pods are updated...');
  expect(written.slice("\r\u001b[K".length)).toBe(text);
});
