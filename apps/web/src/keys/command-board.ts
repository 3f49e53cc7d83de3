import type { CommandId } from "./commands.ts";

type Run = () => void;

/** Which commands can be given now, and what they do: what is on the page puts its own here while it is shown. The last one that came takes a command. */
export interface CommandBoard {
  /** Offers a command until the answer is called. */
  readonly offer: (id: CommandId, run: Run) => () => void;
  /** False when nobody takes it. */
  readonly give: (id: CommandId) => boolean;
  /** Changes with every offer; the same list while nothing changed. */
  readonly offered: () => ReadonlySet<CommandId>;
  readonly subscribe: (listener: Run) => () => void;
}

export function createCommandBoard(): CommandBoard {
  const takers = new Map<CommandId, Run[]>();
  const listeners = new Set<Run>();
  let offered: ReadonlySet<CommandId> = new Set();
  const announce = () => {
    offered = new Set([...takers].filter(([, runs]) => runs.length > 0).map(([id]) => id));
    for (const listener of listeners) listener();
  };
  return {
    offer(id, run) {
      const runs = takers.get(id) ?? [];
      takers.set(id, [...runs, run]);
      announce();
      return () => {
        takers.set(
          id,
          (takers.get(id) ?? []).filter((each) => each !== run),
        );
        announce();
      };
    },
    give(id) {
      const run = takers.get(id)?.at(-1);
      run?.();
      return run !== undefined;
    },
    offered: () => offered,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The page's own. */
export const commandBoard: CommandBoard = createCommandBoard();
