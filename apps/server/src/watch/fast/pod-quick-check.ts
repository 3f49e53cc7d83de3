import type { Buffer } from "node:buffer";
import { nameSuffixIn } from "@daemonscope/columns/name-suffix";
import {
  type AsciiCodes,
  asciiCodesOf,
  type HealthyPod,
  type HealthyPods,
  type HealthyPodTexts,
} from "@daemonscope/daemonset/pods/healthy-pod";
import { LABELS } from "@daemonscope/kube/well-known";
import { LIST_LIMIT, MAP_LIMIT } from "@daemonscope/kube-client/decode/fields";
import { AFFINITY, CONTAINER, DECODED_FIELDS, META, OWNER_FIELDS, POD_SPEC } from "@daemonscope/kube-client/fast/protobuf/decoded-fields";
import { fieldBegin, fieldEnd, fieldNumber, nextDecodedField, numbersOf } from "@daemonscope/kube-client/fast/protobuf/read-field";
import { ENTRY_TAG } from "@daemonscope/kube-client/fast/protobuf/read-map";
import { META_TAG } from "@daemonscope/kube-client/fast/protobuf/read-meta";
import { OWNER_TAG } from "@daemonscope/kube-client/fast/protobuf/read-owners";
import { POD_TAG } from "@daemonscope/kube-client/fast/protobuf/read-pod";
import { CONTAINER_TAG, SPEC_TAG } from "@daemonscope/kube-client/fast/protobuf/read-pod-spec";
import {
  afterBytes,
  equalsBytes,
  equalsText,
  isWellFormed,
  readUuidBytes,
  secondsIn,
  textFieldSpec,
  versionIn,
} from "./quick-check-bytes.ts";
import { lastStatus, quickCheckStatus } from "./quick-check-status.ts";

const NUMBERS = {
  pod: numbersOf(DECODED_FIELDS.pods),
  meta: numbersOf(META),
  owner: numbersOf(OWNER_FIELDS),
  spec: numbersOf(POD_SPEC),
  container: numbersOf(CONTAINER),
};
const NO_TEXT = asciiCodesOf("");
const LINE_BREAK = 10;
const EQUALS = 61;
const ENTRY = textFieldSpec([undefined, { name: "key", holds: "text" }, { name: "value", holds: "text" }]);
const AFFINITY_FORM = textFieldSpec(AFFINITY);

/** Detects that a pod differs from its known state only in its status. Compares its bytes with the known state,
 *  without decoding them: an event takes 3.2 instead of 6.2 µs.
 *  *Invariant*: the result equals that of `readPod` and `podFactsOf` for the same bytes. In any case of doubt `read`
 *  returns false, and the caller reads the whole pod. */
export class PodQuickCheck {
  readonly #pods: HealthyPods;
  /** Identity of the pod that was read last. */
  readonly uid = { a: 0, b: 0, c: 0, d: 0 };
  version = 0;
  #known: HealthyPod | undefined;

  /** Applies the status. Returns false if the whole pod must be read. */
  readonly apply: () => boolean;

  constructor(pods: HealthyPods, onApplied: () => void) {
    this.#pods = pods;
    this.apply = () => {
      if (!pods.apply(lastStatus)) return false;
      onApplied();
      return true;
    };
  }

  /** Returns true for a known pod without problems in which only the status may differ. Then `uid` and `version`
   *  are those of the pod, and `apply` applies its status. Never throws. */
  read(bytes: Buffer, from: number, to: number): boolean {
    // Fields come in the order of encoding: the identity of the pod is first.
    if (nextDecodedField(NUMBERS.pod, bytes, from, to) !== POD_TAG.metadata) return false;
    let at = fieldEnd();
    if (!this.#isMeta(bytes, fieldBegin(), at)) return false;
    if (nextDecodedField(NUMBERS.pod, bytes, at, to) !== POD_TAG.spec) return false;
    at = fieldEnd();
    if (!this.#isSpec(bytes, fieldBegin(), at)) return false;
    if (nextDecodedField(NUMBERS.pod, bytes, at, to) !== POD_TAG.status) return false;
    at = fieldEnd();
    return quickCheckStatus(bytes, fieldBegin(), at) && nextDecodedField(NUMBERS.pod, bytes, at, to) === 0;
  }

  #isMeta(bytes: Buffer, from: number, to: number): boolean {
    this.#known = undefined;
    this.version = 0;
    let name = 0;
    let nameTo = 0;
    let namespace = 0;
    let namespaceTo = 0;
    let hashes = 0;
    let generations = 0;
    let labels = 0;
    let owners = 0;
    let controllers = 0;
    let isCreated = false;
    for (let at = from; at < to; ) {
      const tag = nextDecodedField(NUMBERS.meta, bytes, at, to);
      if (tag === 0) break;
      const begin = fieldBegin();
      at = fieldEnd();
      const known: HealthyPod | undefined = this.#known;
      if (tag === META_TAG.labels) {
        const label = known === undefined || ++labels > MAP_LIMIT ? LABEL.unexpected : labelKindOf(known.texts, bytes, begin, at);
        if (label === LABEL.unexpected) return false;
        if (label === LABEL.hash) hashes++;
        else if (label === LABEL.generation) generations++;
      } else if (tag === META_TAG.owners) {
        const owner = known === undefined || ++owners > LIST_LIMIT ? OWNER.unexpected : ownerKindOf(known.texts.ownerUid, bytes, begin, at);
        if (owner === OWNER.unexpected || (owner === OWNER.otherController && controllers === 0)) return false;
        if (owner !== OWNER.notController) controllers++;
      } else if (tag === META_TAG.name) {
        name = begin;
        nameTo = at;
      } else if (tag === META_TAG.namespace) {
        namespace = begin;
        namespaceTo = at;
      } else if (tag === META_TAG.uid) {
        if (known !== undefined || !readUuidBytes(this.uid, bytes, begin, at)) return false;
        this.#known = this.#pods.find(this.uid);
        if (this.#known === undefined) return false;
      } else if (tag === META_TAG.resourceVersion) {
        this.version = versionIn(bytes, begin, at);
        if (this.version === 0) return false;
      } else if (tag === META_TAG.created) {
        if (known === undefined || secondsIn(bytes, begin, at) !== known.createdAtS) return false;
        isCreated = true;
      } else if (tag === META_TAG.annotations) {
        if (!isWellFormed(ENTRY, bytes, begin, at)) return false;
      } else if (tag !== META_TAG.generation && tag !== META_TAG.graceSeconds && tag !== META_TAG.finalizer) return false;
    }
    const known: HealthyPod | undefined = this.#known;
    if (known === undefined || this.version === 0 || !isCreated || controllers === 0) return false;
    const { texts } = known;
    return (
      hashes === (texts.hash === undefined ? 0 : 1) &&
      generations === (texts.templateGeneration === undefined ? 0 : 1) &&
      equalsBytes(texts.namespace, bytes, namespace, namespaceTo) &&
      isNamed(known, bytes, name, nameTo)
    );
  }

  #isSpec(bytes: Buffer, from: number, to: number): boolean {
    const known = this.#known;
    if (known === undefined) return false;
    const images = known.texts.images ?? NO_TEXT;
    let imagesAt = 0;
    let containers = 0;
    let isBound = false;
    let hasAffinity = false;
    for (let at = from; at < to; ) {
      const tag = nextDecodedField(NUMBERS.spec, bytes, at, to);
      if (tag === 0) break;
      const begin = fieldBegin();
      at = fieldEnd();
      if (tag === SPEC_TAG.container) {
        if (containers++ > 0 && images[imagesAt++] !== LINE_BREAK) return false;
        imagesAt = afterContainer(images, imagesAt, bytes, begin, at);
        if (imagesAt < 0 || containers > LIST_LIMIT) return false;
      } else if (tag === SPEC_TAG.nodeName) {
        if (!equalsText(known.node, bytes, begin, at)) return false;
        isBound = true;
      } else if (tag === SPEC_TAG.affinity) {
        if (hasAffinity || !isWellFormed(AFFINITY_FORM, bytes, begin, at)) return false;
        hasAffinity = true;
      } else return false;
    }
    return isBound && imagesAt === images.length && containers > 0 === (known.texts.images !== undefined);
  }
}

/** Reports whether a name equals the known one: its head, and a tail of the same characters. */
function isNamed({ texts: { head }, tail }: HealthyPod, bytes: Buffer, from: number, to: number): boolean {
  const headTo = from + head.length;
  if (from === to || headTo > to || !equalsBytes(head, bytes, from, headTo)) return false;
  return nameSuffixIn(bytes, headTo, to) === tail;
}

const LABEL_KEY = { hash: asciiCodesOf(LABELS.revisionHash), generation: asciiCodesOf(LABELS.templateGeneration) };
const LABEL = { unexpected: -1, other: 0, hash: 1, generation: 2 } as const;

/** Returns the kind of a label; `unexpected` if its value differs from the known one. */
function labelKindOf({ hash, templateGeneration }: HealthyPodTexts, bytes: Buffer, from: number, to: number): number {
  let key = from;
  let keyTo = from;
  let value = from;
  let valueTo = from;
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(ENTRY.numbers, bytes, at, to);
    if (tag === 0) break;
    at = fieldEnd();
    if (tag === ENTRY_TAG.key) {
      key = fieldBegin();
      keyTo = at;
    } else if (tag === ENTRY_TAG.value) {
      value = fieldBegin();
      valueTo = at;
    } else return LABEL.unexpected;
  }
  if (equalsBytes(LABEL_KEY.hash, bytes, key, keyTo))
    return hash !== undefined && equalsBytes(hash, bytes, value, valueTo) ? LABEL.hash : LABEL.unexpected;
  if (!equalsBytes(LABEL_KEY.generation, bytes, key, keyTo)) return LABEL.other;
  return templateGeneration !== undefined && equalsBytes(templateGeneration, bytes, value, valueTo) ? LABEL.generation : LABEL.unexpected;
}

const DAEMON_SET = asciiCodesOf("DaemonSet");
const OWNER = { unexpected: -1, notController: 0, known: 1, otherController: 2 } as const;

/** Returns the kind of an owner: no controller, the known DaemonSet, or another controller. */
function ownerKindOf(uid: AsciiCodes, bytes: Buffer, from: number, to: number): number {
  let isKnown = false;
  let isDaemonSet = false;
  let isController = false;
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.owner, bytes, at, to);
    if (tag === 0) break;
    at = fieldEnd();
    if (tag === OWNER_TAG.uid) isKnown = equalsBytes(uid, bytes, fieldBegin(), at);
    else if (tag === OWNER_TAG.kind) isDaemonSet = equalsBytes(DAEMON_SET, bytes, fieldBegin(), at);
    else if (tag === OWNER_TAG.controller) isController = fieldNumber() !== 0 || isController;
    else if (tag !== OWNER_TAG.name && tag !== OWNER_TAG.apiVersion) return OWNER.unexpected;
  }
  if (!isController) return OWNER.notController;
  return isKnown && isDaemonSet ? OWNER.known : OWNER.otherController;
}

/** Returns the position in the images after `name=image` of a container; -1 if the container differs. */
function afterContainer(images: AsciiCodes, imagesAt: number, bytes: Buffer, from: number, to: number): number {
  let name = from;
  let nameTo = from;
  let image = from;
  let imageTo = from;
  for (let at = from; at < to; ) {
    const tag = nextDecodedField(NUMBERS.container, bytes, at, to);
    if (tag === 0) break;
    at = fieldEnd();
    if (tag === CONTAINER_TAG.name) {
      name = fieldBegin();
      nameTo = at;
    } else if (tag === CONTAINER_TAG.image && image === imageTo) {
      image = fieldBegin();
      imageTo = at;
    } else return -1;
  }
  const equals = afterBytes(images, imagesAt, bytes, name, nameTo);
  return equals < 0 || images[equals] !== EQUALS ? -1 : afterBytes(images, equals + 1, bytes, image, imageTo);
}
