import { useEffect, useRef } from "react";
import { commandBoard } from "./command-board.ts";
import type { CommandId } from "./commands.ts";

/** Offers a command while this is shown; nothing while `run` is undefined. */
export function useCommand(id: CommandId, run: (() => void) | undefined): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isOffered = run !== undefined;
  useEffect(() => (isOffered ? commandBoard.offer(id, () => latest.current?.()) : undefined), [id, isOffered]);
}
