import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import { canvasPixelRatio, fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import { drawStrip, NODE_FROM, type StripStyle } from "./draw-strip.ts";
import { MIN_FULL_CELL } from "./strip-layout.ts";
import type { StripPixels } from "./strip-pixels.ts";

/** Loaded if a cluster is so large that strips are plain areas; undefined until it is loaded. */
let Pixels: typeof StripPixels | undefined;
let loading: Promise<unknown> | undefined;

/** Resolves also if the module fails to load: then the server is unreachable, and the page reports it. */
function pixelsLoaded(): Promise<unknown> {
  loading ??= import("./strip-pixels.ts").then(
    (module) => {
      Pixels = module.StripPixels;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** Draws one DaemonSet's strip, and then its changes. */
export class StripPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #source: ReadableCluster;
  readonly #column: number;
  readonly #style: Omit<StripStyle, "ratio">;
  #context: CanvasRenderingContext2D | undefined;
  /** Set if the cells of the strip are plain areas. */
  #pixels: StripPixels | undefined;
  #ratio = 0;
  #version: number | undefined;

  constructor(canvas: HTMLCanvasElement, source: ReadableCluster, column: number, style: Omit<StripStyle, "ratio">) {
    this.#canvas = canvas;
    this.#source = source;
    this.#column = column;
    this.#style = style;
  }

  /** Draws the differences between the source's snapshot and the canvas. */
  readonly paint = (): void => {
    const { state, version } = this.#source.snapshot();
    if (state === undefined) return;
    const effect = this.#source.effectBetween(this.#version, version);
    this.#version = version;
    const ratio = canvasPixelRatio();
    const style = { ...this.#style, ratio };
    if (this.#context === undefined || effect.whole || ratio !== this.#ratio) return this.#paintAll(state, style);
    const changed = this.#changedRows(effect);
    // Most DaemonSets do not change while one rolls.
    if (changed.length === 0) return;
    if (this.#pixels === undefined) return this.#paintAll(state, style);
    this.#pixels.put(state, this.#column, changed);
    this.#pixels.drawOn(this.#context);
  };

  #changedRows({ cells, rows }: FrameEffect): readonly (readonly number[])[] {
    const changed = cells.get(this.#column) ?? [];
    // If cells show the node state, the node may have changed.
    return this.#style.layout.cellHeight < NODE_FROM || rows.put.length === 0 ? changed : [...changed, rows.put];
  }

  #paintAll(state: ClusterState, style: StripStyle): void {
    const { layout, ratio } = style;
    this.#ratio = ratio;
    this.#context = fitCanvas(this.#canvas, layout.width, layout.height, ratio);
    if (this.#context === undefined) return;
    if (layout.cellHeight >= MIN_FULL_CELL) return drawStrip(this.#context, style, state, this.#column, state.rows.names.keys());
    if (Pixels === undefined) {
      // Removes the context, so that the next paint draws all.
      this.#context = undefined;
      void pixelsLoaded().then(() => Pixels === undefined || this.paint());
      return;
    }
    this.#pixels = new Pixels(style);
    this.#pixels.put(state, this.#column);
    this.#pixels.drawOn(this.#context);
  }
}
