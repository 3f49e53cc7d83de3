import { expect, it } from "vitest";
import { formatWhatIfDisplay, parseWhatIfDisplay, WHAT_IF_MOMENTS } from "./what-if-display.ts";

it("the display options of a what-if are restored from its URL", () => {
  for (const moment of WHAT_IF_MOMENTS)
    for (const size of [undefined, "fit", "10", "names", "table"] as const) {
      const look = { daemonSet: "x/y", node: "n1", nodes: ["n1", "n2"], moment, ghost: "goes" as const, group: "zone", only: "", size };
      expect(parseWhatIfDisplay({ look: formatWhatIfDisplay(look) })).toEqual(look);
    }
  expect(formatWhatIfDisplay(parseWhatIfDisplay({ look: {} }))).toEqual({});
});

it("ignores unknown display options", () => {
  expect(parseWhatIfDisplay({ look: { show: "later", filter: "gone", size: "13" } })).toEqual(parseWhatIfDisplay({ look: {} }));
});
