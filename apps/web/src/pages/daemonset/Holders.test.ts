import type { HolderGroup } from "@daemonscope/daemonset/records/budget";
import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { holderTimeText } from "./Holders.tsx";

const { t } = createTranslator();

it("the time of several slots is an upper bound, because it is that of the last one", () => {
  const group = { endsAtMs: 29_000, sinceMs: 0, count: 4 } as unknown as HolderGroup;
  expect(holderTimeText(group, 0, t)).toBe("up to 29s left");
  expect(holderTimeText({ ...group, count: 1 }, 0, t)).toBe("29s left");
});

it("failing slots have no age below a verdict that has one", () => {
  const group = { sinceMs: 0, count: 3, lasting: true } as unknown as HolderGroup;
  expect(holderTimeText(group, 84_000, t, "stuck")).toBe("");
  expect(holderTimeText(group, 84_000, t, "rolling")).toBe("84s");
  expect(holderTimeText({ ...group, lasting: undefined } as unknown as HolderGroup, 84_000, t, "stuck")).toBe("84s");
});
