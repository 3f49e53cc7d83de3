import { expect, test } from "vitest";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { rejectionsSentence } from "./rejections-text.ts";

const { t } = createTranslator();
const rejections = { count: 8, reason: "NodeShutdown", firstAtMs: 0, lastAtMs: 70_000, nextTryAtMs: undefined };

test.each([
  [
    "a wanted pod comes again",
    { isWanted: true, isShuttingDown: false },
    "NodeShutdown. The controller deletes a failed pod and makes a new one.",
  ],
  ["no pod comes to a node that is not eligible", { isWanted: false, isShuttingDown: false }, "in the last 73s: NodeShutdown."],
  [
    "a node that shuts down is no loop",
    { isWanted: true, isShuttingDown: true },
    "The node is shutting down: its kubelet rejected 8 pods in the last 73s.",
  ],
])("R18 %s", (_name, pair, expected) => {
  expect(rejectionsSentence(rejections, pair, 73_000, t).endsWith(expected)).toBe(true);
});
