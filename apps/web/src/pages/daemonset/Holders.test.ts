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
