import { type AsciiCodes, asciiCodesOf, type HealthyPodStatus, type HealthyPodTexts } from "../../pods/healthy-pod.ts";
import type { PodFacts } from "../../pods/pod-facts.ts";

/** Values that healthy pods of a DaemonSet share: a handful of shapes for each revision. */
interface PodShape {
  readonly namespace: string;
  /** The pod name without its generated suffix. */
  readonly head: string;
  readonly ownerUid: string;
  readonly scheduled: boolean;
  readonly hash: string | undefined;
  readonly templateGeneration: string | undefined;
  readonly phase: string;
  readonly ready: boolean;
  readonly failing: boolean;
  readonly passing: boolean;
  readonly step: PodFacts["step"];
  readonly images: string | undefined;
}

const codesOrNone = (text: string | undefined): AsciiCodes | undefined => (text === undefined ? undefined : asciiCodesOf(text));

const isOf = (shape: PodShape, pod: PodFacts, headLength: number): boolean =>
  shape.ready === pod.ready &&
  shape.phase === pod.phase &&
  shape.step === pod.step &&
  shape.hash === pod.hash &&
  shape.templateGeneration === pod.templateGeneration &&
  shape.images === pod.images &&
  shape.scheduled === pod.scheduled &&
  shape.failing === pod.failing &&
  shape.passing === pod.passing &&
  shape.ownerUid === pod.ownerUid &&
  shape.namespace === pod.namespace &&
  shape.head.length === headLength &&
  pod.name.startsWith(shape.head);

const isSameExceptStatus = (a: PodShape, b: PodShape): boolean =>
  a.hash === b.hash &&
  a.templateGeneration === b.templateGeneration &&
  a.images === b.images &&
  a.scheduled === b.scheduled &&
  a.failing === b.failing &&
  a.passing === b.passing &&
  a.namespace === b.namespace &&
  a.head === b.head;

/** Limit of shapes per owner. Pods that each have their own shape share nothing, and are better stored as whole
 *  objects. */
const MAX_SHAPES_PER_OWNER = 64;
/** Limit of shapes in total. A shape number is smaller and fits into 16 bits with room for a mark. */
const MAX_SHAPES = 65_000;

/** The shapes in use, by number. A shape without pods is removed. */
export class PodShapes {
  readonly #shapes: (PodShape | undefined)[] = [];
  readonly #uses: number[] = [];
  readonly #free: number[] = [];
  readonly #byOwner = new Map<string, number[]>();
  /** Texts of the shapes that textsOf returned. */
  readonly #texts: (HealthyPodTexts | undefined)[] = [];

  at(id: number): PodShape | undefined {
    return this.#shapes[id];
  }

  /** Returns the shared texts of a shape, for comparison with bytes. */
  textsOf(id: number, { namespace, head, ownerUid, hash, templateGeneration, images }: PodShape): HealthyPodTexts {
    const known = this.#texts[id];
    if (known !== undefined) return known;
    const texts = {
      namespace: asciiCodesOf(namespace),
      head: asciiCodesOf(head),
      ownerUid: asciiCodesOf(ownerUid),
      hash: codesOrNone(hash),
      templateGeneration: codesOrNone(templateGeneration),
      images: codesOrNone(images),
    };
    this.#texts[id] = texts;
    return texts;
  }

  /** Reports whether a pod has the shape with this number. */
  isOf(id: number, pod: PodFacts, headLength: number): boolean {
    const shape = this.#shapes[id];
    return shape !== undefined && isOf(shape, pod, headLength);
  }

  /** Returns the number of a pod's shape and counts one more use; -1 if the limit per owner or in total is reached. */
  use(pod: PodFacts, headLength: number): number {
    let ownerShapes = this.#byOwner.get(pod.ownerUid);
    if (ownerShapes === undefined) {
      ownerShapes = [];
      this.#byOwner.set(pod.ownerUid, ownerShapes);
    }
    for (const id of ownerShapes) {
      const shape = this.#shapes[id];
      if (shape === undefined || !isOf(shape, pod, headLength)) continue;
      this.#uses[id] = (this.#uses[id] ?? 0) + 1;
      return id;
    }
    return this.#hasRoom(ownerShapes) ? this.#add(shapeOf(pod, headLength), ownerShapes) : -1;
  }

  /** Moves one use from this shape to the shape that differs only in the status, and returns its number; -1 if a
   *  limit is reached. */
  useWithStatus(id: number, { phase, ready, step }: HealthyPodStatus): number {
    const before = this.#shapes[id];
    if (before === undefined) return -1;
    const ownerShapes = this.#byOwner.get(before.ownerUid) ?? [];
    for (const other of ownerShapes) {
      const shape = this.#shapes[other];
      if (
        shape === undefined ||
        shape.ready !== ready ||
        shape.phase !== phase ||
        shape.step !== step ||
        !isSameExceptStatus(shape, before)
      )
        continue;
      this.#uses[other] = (this.#uses[other] ?? 0) + 1;
      this.release(id);
      return other;
    }
    if (!this.#hasRoom(ownerShapes)) return -1;
    const added = this.#add({ ...before, phase, ready, step }, ownerShapes);
    this.release(id);
    return added;
  }

  #hasRoom(ownerShapes: readonly number[]): boolean {
    return ownerShapes.length < MAX_SHAPES_PER_OWNER && (this.#free.length > 0 || this.#shapes.length < MAX_SHAPES);
  }

  #add(shape: PodShape, ownerShapes: number[]): number {
    const id = this.#free.pop() ?? this.#shapes.length;
    this.#shapes[id] = shape;
    this.#uses[id] = 1;
    ownerShapes.push(id);
    return id;
  }

  release(id: number): void {
    const left = (this.#uses[id] ?? 0) - 1;
    this.#uses[id] = left;
    const shape = this.#shapes[id];
    if (left > 0 || shape === undefined) return;
    const ownerShapes = this.#byOwner.get(shape.ownerUid)?.filter((other) => other !== id) ?? [];
    if (ownerShapes.length === 0) this.#byOwner.delete(shape.ownerUid);
    else this.#byOwner.set(shape.ownerUid, ownerShapes);
    this.#shapes[id] = undefined;
    this.#texts[id] = undefined;
    this.#free.push(id);
  }
}

function shapeOf(pod: PodFacts, headLength: number): PodShape {
  const { namespace, name, ownerUid, scheduled, hash, templateGeneration, phase, ready, failing, passing, step, images } = pod;
  const head = name.slice(0, headLength);
  return { namespace, head, ownerUid, scheduled, hash, templateGeneration, phase, ready, failing, passing, step, images };
}
