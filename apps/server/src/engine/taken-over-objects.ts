import type { ClusterModel, HeldObjects } from "@daemonscope/daemonset/model/cluster-model";
import type { SourceName } from "@daemonscope/shared/source-status";
import { type Input, type KeptKind, keyOf, tellModel } from "../log/input.ts";
import type { InputTap } from "../log/model-consumer.ts";

const keysOf = ({
  nodes,
  daemonSets,
  revisions,
  pods,
}: HeldObjects): Map<SourceName, { readonly kind: KeptKind; readonly keys: Set<string> }> =>
  new Map([
    ["nodes", { kind: "nodes", keys: new Set(Array.from(nodes, ({ record }) => record.name)) }],
    ["daemonsets", { kind: "daemonsets", keys: new Set(Array.from(daemonSets, ({ metadata }) => metadata.uid)) }],
    ["controllerrevisions", { kind: "controllerrevisions", keys: new Set(Array.from(revisions, ({ metadata }) => metadata.uid)) }],
    ["pods", { kind: "pods", keys: new Set(Array.from(pods, ({ uid }) => uid)) }],
  ]);

/** Between a watch that begins anew and a model that goes on: what the model holds of another watch and the first list of a kind does not name has gone meanwhile, and is dropped when that list is whole.
 *  It hears what the model is told, and hands it on. O(objects) once. */
export class TakenOverObjects implements InputTap {
  readonly #model: ClusterModel;
  readonly #tap: InputTap;
  readonly #left: ReturnType<typeof keysOf>;

  constructor(model: ClusterModel, tap: InputTap) {
    this.#model = model;
    this.#tap = tap;
    this.#left = keysOf(model.held);
  }

  note(nowMs: number, input: Input): void {
    this.#tap.note(nowMs, input);
    if (input.do === "put") this.#left.get(input.kind)?.keys.delete(keyOf(input));
    if (input.do === "drop") this.#left.get(input.kind)?.keys.delete(input.key);
  }

  /** The first list of a kind is whole. */
  dropLeft(nowMs: number, source: SourceName): void {
    const left = this.#left.get(source);
    if (left === undefined) return;
    this.#left.delete(source);
    for (const key of left.keys) {
      const drop: Input = { do: "drop", kind: left.kind, key };
      tellModel(this.#model, nowMs, drop);
      this.#tap.note(nowMs, drop);
    }
  }
}
