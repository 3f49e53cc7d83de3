import { Signal } from "@daemonscope/kube/base/signal";
import type { CommandId } from "./key-commands.ts";

type Run = () => void;

/** The commands that are available now. Parts of the page offer theirs while they are mounted. The last offer of a
 *  command runs it. */
interface CommandBoard {
  /** Offers a command until the returned function is called. */
  readonly offer: (id: CommandId, run: Run) => () => void;
  /** Returns false if no part offers it. */
  readonly give: (id: CommandId) => boolean;
  /** Changes with every offer; the same list while nothing changed. */
  readonly offered: () => ReadonlySet<CommandId>;
  readonly subscribe: (listener: Run) => () => void;
}

export function createCommandBoard(): CommandBoard {
  const handlers = new Map<CommandId, Run[]>();
  const changed = new Signal();
  let offered: ReadonlySet<CommandId> = new Set();
  const announce = () => {
    offered = new Set([...handlers].filter(([, runs]) => runs.length > 0).map(([id]) => id));
    changed.emit();
  };
  return {
    offer(id, run) {
      const runs = handlers.get(id) ?? [];
      handlers.set(id, [...runs, run]);
      announce();
      return () => {
        handlers.set(
          id,
          (handlers.get(id) ?? []).filter((each) => each !== run),
        );
        announce();
      };
    },
    give(id) {
      const run = handlers.get(id)?.at(-1);
      run?.();
      return run !== undefined;
    },
    offered: () => offered,
    subscribe: changed.subscribe,
  };
}

/** The board of the page. */
export const commandBoard: CommandBoard = createCommandBoard();
