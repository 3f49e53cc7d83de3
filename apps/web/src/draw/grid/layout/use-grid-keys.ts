import { type KeyboardEvent, useRef } from "react";
import { type FocusStep, type FocusStops, findByPrefix } from "./move-focus.ts";

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
  h: "left",
  j: "down",
  k: "up",
  l: "right",
};

/** Characters of a node name. Others, such as `]`, belong to the commands of the page. */
export const isNameCharacter = (key: string): boolean => /^[\p{L}\p{N}-]$/u.test(key);

interface GridKeys {
  readonly stops: FocusStops;
  readonly active: number;
  /** Returns the target of a step: in the plane of the grid, or in the list of the table. */
  readonly move: (from: number, step: FocusStep) => number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  /** Undefined if there is no table. */
  readonly onToggleTable?: () => void;
}

function stepOf(event: KeyboardEvent): FocusStep | undefined {
  if (event.ctrlKey || event.metaKey) return event.key === "Home" ? "first" : event.key === "End" ? "last" : undefined;
  if (event.key === "n") return "nextProblem";
  if (event.key === "N") return "previousProblem";
  return STEPS[event.key];
}

/** Keys of the node grid and of its table: arrows and h j k l, Home, End, with Ctrl the whole grid, PageUp and PageDown
 *  by group, n and Shift-n by problem. Enter opens, t toggles the table. Other letters find a node by its name; after
 *  the first letter of a name, command letters do too. */
export function useGridKeys({ stops, active, move, onMove, onOpen, onToggleTable }: GridKeys) {
  const typed = useRef({ text: "", atMs: 0 });
  return (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    const isTyping = event.timeStamp - typed.current.atMs < TYPING_MS && typed.current.text !== "";
    const isPlain = !event.ctrlKey && !event.metaKey;
    const isLetter = isPlain && isNameCharacter(event.key);
    const step = isTyping && isLetter ? undefined : stepOf(event);
    if (step !== undefined) onMove(move(Math.min(active, stops.count - 1), step));
    else if (event.key === "Enter") {
      const node = stops.nameAt(active);
      if (node !== undefined) onOpen(node);
    } else if (event.key === "t" && !isTyping && isPlain && onToggleTable !== undefined) onToggleTable();
    else if (isLetter) {
      typed.current = { text: isTyping ? typed.current.text + event.key : event.key, atMs: event.timeStamp };
      const found = findByPrefix(stops, active, typed.current.text);
      if (found !== undefined) onMove(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
