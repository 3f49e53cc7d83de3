import type { Palette } from "../../data/cell/palette.ts";
import type { NodePredicate } from "../../data/rows/node-predicate.ts";
import type { ChangeMotion, GridPainter } from "./grid-painter.ts";
import type { GridScene } from "./layout/grid-scene.ts";
import type { LiveCellSource } from "./live-cell-source.ts";
import type { VisibleLines } from "./pixel-image.ts";

/** Maximum share of time for drawing: a slow drawing runs with every second frame or less often. */
const MAX_DRAWING_SHARE = 1 / 16;
/** Maximum delay, regardless of the drawing time. */
const SLOWEST_MS = 50;

/** Draws scenes, and between scenes the live values of their cells. *Invariant*: when a scene of the newest state is
 *  shown, the drawing equals that scene. */
export class LivePainter<Scene extends GridScene, Was> {
  readonly #painter: GridPainter<Scene, Was>;
  readonly #nowMs: () => number;
  #live: LiveCellSource<Scene> | undefined;
  #scene: Scene | undefined;
  #motion: ChangeMotion = "none";
  /** Version of the state whose cells are drawn. */
  #version: number | undefined;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(painter: GridPainter<Scene, Was>, { nowMs }: { readonly nowMs: () => number }) {
    this.#painter = painter;
    this.#nowMs = nowMs;
  }

  show(scene: Scene, palette: Palette, keeps: NodePredicate, motion: ChangeMotion, live: LiveCellSource<Scene> | undefined): void {
    const isFirst = this.#scene === undefined || this.#live !== live;
    this.#scene = scene;
    this.#motion = motion;
    this.#live = live;
    const { state, version } = live?.source.snapshot() ?? {};
    const liveScene = state === undefined ? undefined : live?.sceneAt(scene, state);
    this.#painter.show(liveScene ?? scene, palette, keeps, motion, !isFirst && liveScene !== undefined && this.#version !== undefined);
    // A following scene draws only the changes between two scenes. The live changes since then must still be drawn.
    if (liveScene === undefined) this.#version = undefined;
    else if (isFirst) this.#version = version;
    this.#draw();
  }

  /** Handles a new state of the source: draws its changes, unless drawing has used its share of the time. */
  follow(): void {
    if (this.#nowMs() < this.#notBeforeMs) return;
    const startedMs = this.#nowMs();
    this.#draw();
    this.#notBeforeMs = startedMs + Math.min(SLOWEST_MS, (this.#nowMs() - startedMs) / MAX_DRAWING_SHARE);
  }

  see(visibleLines: VisibleLines): void {
    this.#painter.see(visibleLines);
  }

  stop(): void {
    this.#painter.stop();
  }

  #draw(): void {
    const [live, scene] = [this.#live, this.#scene];
    if (live === undefined || scene === undefined) return;
    const { state, version } = live.source.snapshot();
    if (state === undefined || version === this.#version) return;
    const liveScene = live.sceneAt(scene, state);
    if (liveScene === undefined) return;
    const effect = live.source.effectBetween(this.#version, version);
    this.#version = version;
    this.#painter.follow(liveScene, effect.whole ? undefined : live.changesIn(state, effect), document.hidden ? "none" : this.#motion);
  }
}
