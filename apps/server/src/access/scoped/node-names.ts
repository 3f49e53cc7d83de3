/** Above this count the name that was added first is dropped. */
const MAX_NODE_NAMES = 200_000;

/** Names of present and former nodes, which texts must not reveal to users who may not list nodes (`NodePseudonyms`).
 *  Former ones are kept, because texts still mention nodes that are gone. */
export class NodeNames {
  readonly #names = new Set<string>();

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    const [oldest] = this.#names;
    if (this.#names.size >= MAX_NODE_NAMES && oldest !== undefined) this.#names.delete(oldest);
    this.#names.add(name);
  }

  clear(): void {
    this.#names.clear();
  }
}
