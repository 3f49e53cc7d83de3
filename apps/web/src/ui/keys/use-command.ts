import { useLayoutEffect, useRef } from "react";
import { commandBoard } from "./command-board.ts";
import type { CommandId } from "./key-commands.ts";

/** Offers a command while the component is mounted; nothing while `run` is undefined. Uses a layout effect, so that
 *  a visible key works at once, even if the page is busy. */
export function useCommand(id: CommandId, run: (() => void) | undefined): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const isOffered = run !== undefined;
  useLayoutEffect(() => (isOffered ? commandBoard.offer(id, () => latest.current?.()) : undefined), [id, isOffered]);
}
