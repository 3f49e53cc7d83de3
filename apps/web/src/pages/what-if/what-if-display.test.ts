import { expect, it } from "vitest";
import { formatWhatIfDisplay, parseWhatIfDisplay, WHAT_IF_MOMENTS } from "./what-if-display.ts";

it("what is looked at of a what-if comes back from its address", () => {
  for (const moment of WHAT_IF_MOMENTS)
    for (const size of [undefined, "fit", "10", "names", "table"] as const) {
      const look = { daemonSet: "x/y", node: "n1", nodes: ["n1", "n2"], moment, ghost: "goes" as const, group: "zone", only: "", size };
      expect(parseWhatIfDisplay({ look: formatWhatIfDisplay(look) })).toEqual(look);
    }
  expect(formatWhatIfDisplay(parseWhatIfDisplay({ look: {} }))).toEqual({});
});

it("takes what nobody understands for nothing said", () => {
  expect(parseWhatIfDisplay({ look: { show: "later", filter: "gone", size: "13" } })).toEqual(parseWhatIfDisplay({ look: {} }));
});
