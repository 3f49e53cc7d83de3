import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { CellStyle } from "../../../data/cell/cell-style.ts";
import { type CellVariant, cellVariantOf } from "../../../data/cell/cell-variant.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { SHADE_OPACITY, type Shade } from "../../../data/cell/shade.ts";
import type { CanvasPen } from "../canvas-pen.ts";

/** Patterns on a 3 × 3 raster. */
interface Raster {
  readonly dot: (column: number, row: number, columns?: number, rows?: number) => void;
  readonly wash: (alpha: number) => void;
  readonly ring: () => void;
  readonly cross: () => void;
}

function rasterOf(pen: CanvasPen, x: number, y: number, size: number): Raster {
  const unit = size / 3;
  const dot = (column: number, row: number, columns = 1, rows = 1): void =>
    pen.fillRect(x + column * unit, y + row * unit, columns * unit, rows * unit);
  const wash = (alpha: number): void => {
    pen.globalAlpha = alpha;
    dot(0, 0, 3, 3);
    pen.globalAlpha = 1;
  };
  const ring = (): void => {
    dot(0, 0, 3);
    dot(0, 2, 3);
    dot(0, 1);
    dot(2, 1);
  };
  const cross = (): void => {
    for (const [column, row] of [
      [0, 0],
      [2, 0],
      [1, 1],
      [0, 2],
      [2, 2],
    ] as const)
      dot(column, row);
  };
  return { dot, wash, ring, cross };
}

function drawTinyShade(pen: CanvasPen, { dot, wash, ring, cross }: Raster, shade: Shade, palette: Palette): void {
  pen.fillStyle = palette.ink2;
  if (shade === "hatch") cross();
  else if (shade === "hollow") ring();
  else if (shade === "rows") for (const row of [0, 2]) dot(0, row, 3);
  else if (shade === "columns") for (const column of [0, 2]) dot(column, 0, 1, 3);
  else if (shade === "dots" || shade === "none") dot(1, 1);
  else wash(SHADE_OPACITY[shade]);
}

function hueOf(variant: CellVariant, palette: Palette): string {
  if (variant === "unscheduled") return palette.starting;
  if (variant === "failing") return palette.textFailing;
  return palette[variant === "misscheduled" ? "misscheduledEdge" : variant];
}

/** Draws a cell of 3 to 5 px: hue and a pattern on a 3 × 3 raster. */
export function drawSmallCell(pen: CanvasPen, x: number, y: number, size: number, look: CellStyle, palette: Palette): void {
  const raster = rasterOf(pen, x, y, size);
  if (look.shade !== undefined) {
    drawTinyShade(pen, raster, look.shade, palette);
    return;
  }
  const { dot, wash, ring, cross } = raster;
  const variant = cellVariantOf(look);
  pen.fillStyle = hueOf(variant, palette);
  switch (variant) {
    case "available":
      dot(0, 0, 3, 3);
      break;
    case "ready":
      dot(0, 1, 3, 2);
      break;
    case "starting":
      cross();
      wash(0.45);
      break;
    case "failing":
      cross();
      wash(0.55);
      break;
    case "unscheduled":
    case "missing":
      ring();
      break;
    case "terminating":
      dot(0, 0, 3, 2);
      dot(1, 2);
      break;
    case "old":
      wash(0.62);
      break;
    case "misscheduled":
      dot(1, 0);
      dot(0, 1, 3);
      dot(1, 2);
      break;
    case "leaving":
      dot(0, 0, 2, 3);
      dot(2, 1);
      break;
    case "unknown":
      wash(0.3);
      dot(1, 1);
      break;
    case "excluded":
      pen.globalAlpha = 0.8;
      dot(1, 1);
      pen.globalAlpha = 1;
      break;
    default:
      assertNever(variant);
  }
}
