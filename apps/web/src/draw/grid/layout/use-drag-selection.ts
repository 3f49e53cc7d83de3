import { type PointerEvent, useRef, useState } from "react";
import { pointIn } from "../../cell/point-in.ts";
import { type DragBox, nodesIn } from "./cells-in-box.ts";
import type { GridScene } from "./grid-scene.ts";

/** A shorter movement is an unsteady press, CSS pixels. */
const MIN_PX = 6;

/** Reports whether the pointer is on words next to a cell, which are selected as text. */
const isOnWords = ({ target }: PointerEvent): boolean => target instanceof Element && target.closest("b, code, a, [data-tone]") !== null;

/** Selects nodes by dragging a rectangle over them with a mouse; fingers scroll. `isWanted`: there are actions for the
 *  selected nodes. */
export function useDragSelection(scene: GridScene, isWanted: boolean) {
  const start = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined);
  const [box, setBox] = useState<DragBox | undefined>(undefined);
  const [nodes, setNodes] = useState<readonly string[]>([]);
  return {
    box,
    nodes,
    clear: () => setNodes([]),
    onPointerDown: (event: PointerEvent) => {
      if (!isWanted || event.button !== 0 || event.pointerType === "touch" || isOnWords(event)) return;
      start.current = pointIn(event);
      setNodes([]);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = start.current;
      if (from === undefined) return;
      const { x, y } = pointIn(event);
      if (box === undefined && Math.hypot(x - from.x, y - from.y) < MIN_PX) return;
      if (box === undefined) event.currentTarget.setPointerCapture(event.pointerId);
      getSelection()?.removeAllRanges();
      setBox({ fromX: from.x, fromY: from.y, toX: x, toY: y });
    },
    /** Returns true if a rectangle ends, so that the event is not a press. */
    onPointerUp: (): boolean => {
      start.current = undefined;
      if (box === undefined) return false;
      setNodes(nodesIn(scene, box));
      setBox(undefined);
      return true;
    },
  };
}
