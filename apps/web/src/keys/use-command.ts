import { useLayoutEffect, useRef } from "react";
import { commandBoard } from "./command-board.ts";
import type { CommandId } from "./commands.ts";

/** Offers a command while this is shown; nothing while `run` is undefined. In a layout effect: who sees what a key is for may press it at once, however much the page has to do then. */
export function useCommand(id: CommandId, run: (() => void) | undefined): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const isOffered = run !== undefined;
  useLayoutEffect(() => (isOffered ? commandBoard.offer(id, () => latest.current?.()) : undefined), [id, isOffered]);
}
