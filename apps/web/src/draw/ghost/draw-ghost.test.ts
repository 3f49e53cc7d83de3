import { CELL_STATES } from "@daemonscope/daemonset/pair/cell/cell";
import { GHOSTS } from "@daemonscope/shared/http/what-if";
import { describe, expect, it } from "vitest";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import type { CanvasPen } from "../cell/canvas-pen.ts";
import { NAMED_PALETTE, recordingPen } from "../cell/recording-pen.fixture.ts";
import { drawGhost } from "./draw-ghost.ts";
import { type GhostStyle, ghostStyleKey } from "./ghost-style.ts";

function drawn(look: GhostStyle, size: number) {
  const { pen, lines } = recordingPen<CanvasPen>();
  drawGhost(pen, 0, 0, size, look, NAMED_PALETTE);
  return { text: lines.join("\n"), alpha: pen.globalAlpha };
}

const SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 28, 40];
const CURRENT_STYLES = [
  ...CELL_STATES.map((state) => plainCellStyle(state)),
  plainCellStyle("available", { old: true }),
  plainCellStyle("available", { terminating: true }),
];
const MARKED = plainCellStyle("failing", { old: true, taint: "NoExecute", cordoned: true, nodeUnready: true, surge: true });

describe("drawGhost", () => {
  it.each(SIZES.filter((size) => size > 2))("draws the seven outcomes of a pod differently at %i px", (size) => {
    const drawings = GHOSTS.map((ghost) => drawn({ ghost, now: plainCellStyle("available") }, size).text);
    expect(new Set(drawings).size).toBe(GHOSTS.length);
  });

  it("shows the current pod inside the frame of a restart", () => {
    for (const size of SIZES.filter((each) => each > 2)) {
      const colours = (now: GhostStyle["now"]) => drawn({ ghost: "restarts", now }, size).text;
      expect(colours(plainCellStyle("failing")), `${size} px`).not.toBe(colours(plainCellStyle("available")));
    }
  });

  it("strikes out a removed pod in the text colour, without a coloured frame", () => {
    const { text } = drawn({ ghost: "goes", now: plainCellStyle("available") }, 16);
    expect(text).toContain("strokeStyle=ink");
    expect(drawn({ ghost: "goes", now: plainCellStyle("failing") }, 2).text).toContain("fillStyle=ink");
  });

  it("draws the previewed taints as a cap from 9 px", () => {
    const differs = (size: number) =>
      drawn({ ghost: "goes", now: plainCellStyle("available", { taint: "NoExecute" }) }, size).text !==
      drawn({ ghost: "goes", now: plainCellStyle("available") }, size).text;
    expect(SIZES.filter(differs)).toEqual([10, 13, 16, 28, 40]);
  });

  it("restores alpha, and draws equal keys alike", () => {
    const byKey = new Map<string, string>();
    for (const size of SIZES)
      for (const ghost of GHOSTS)
        for (const now of [...CURRENT_STYLES, MARKED]) {
          const { text, alpha } = drawn({ ghost, now }, size);
          expect(alpha).toBe(1);
          const key = `${size}/${ghostStyleKey({ ghost, now })}`;
          expect(byKey.get(key) ?? text).toBe(text);
          byKey.set(key, text);
        }
  });
});
