import { type KeyboardEvent, useRef } from "react";
import type { GridScene } from "./grid-scene.ts";
import { type FocusStep, findByPrefix, moveFocus } from "./move-focus.ts";

/** Typed letters count as one word while they follow each other this fast. */
const TYPING_MS = 800;

const STEPS: Readonly<Record<string, FocusStep>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "home",
  End: "end",
  PageUp: "previousGroup",
  PageDown: "nextGroup",
};

interface GridKeys {
  readonly scene: GridScene;
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
  /** In a list up and down are the only ways: left and right stay. */
  readonly isList?: boolean;
}

function stepOf(event: KeyboardEvent, isList: boolean): FocusStep | undefined {
  if (event.key === "n") return "nextProblem";
  if (event.key === "N") return "previousProblem";
  if (event.ctrlKey || event.metaKey || isList) {
    if (event.key === "Home") return "first";
    if (event.key === "End") return "last";
  }
  return STEPS[event.key];
}

/** Keys of the node grid and of its table: arrows, Home, End, with Ctrl the whole grid, PageUp and PageDown by group, n and Shift-n by problem,
 *  Enter opens, t toggles the table, other letters find a node by its name once one is under way that n or t do not start. */
export function useGridKeys({ scene, active, onMove, onOpen, onToggleTable, isList = false }: GridKeys) {
  const typed = useRef({ text: "", atMs: 0 });
  return (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    const isTyping = event.timeStamp - typed.current.atMs < TYPING_MS && typed.current.text !== "";
    const isLetter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey;
    const step = isTyping && isLetter ? undefined : stepOf(event, isList);
    if (step !== undefined) {
      const from = Math.min(active, scene.cells.length - 1);
      const listStep = step === "up" ? from - 1 : step === "down" ? from + 1 : undefined;
      onMove(isList && listStep !== undefined ? Math.max(0, Math.min(scene.cells.length - 1, listStep)) : moveFocus(scene, from, step));
    } else if (event.key === "Enter") {
      const node = scene.cells[active]?.node.name;
      if (node !== undefined) onOpen(node);
    } else if (event.key === "t" && !isTyping && !event.ctrlKey && !event.metaKey) onToggleTable();
    else if (isLetter && event.key !== "/" && event.key !== "?") {
      typed.current = { text: isTyping ? typed.current.text + event.key : event.key, atMs: event.timeStamp };
      const found = findByPrefix(scene, active, typed.current.text);
      if (found !== undefined) onMove(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
