import { SAFE_ALPHABET } from "@daemonscope/kube/values/fnv";
import { allocateAddresses } from "../defaults/default-service.ts";
import { applyDefaults, prepareForCreate } from "../defaults/defaults.ts";
import type { StoredObject } from "../objects/contract.ts";
import { dropEmptyMetadata } from "../objects/empty-metadata.ts";
import { alreadyExists, badRequest, forbidden, invalid, StoreError } from "../objects/failures.ts";
import { cloneJson, isJsonObject, objectIn } from "../objects/json.ts";
import type { Resource } from "../objects/resource.ts";
import { timestamp } from "../objects/timestamp.ts";
import { validationErrors } from "../validation/validate.ts";
import { admitPriorityClass } from "./admit-priority-class.ts";
import { admitService } from "./admit-service.ts";
import { withTopologyLabels } from "./topology-labels.ts";

interface CreateContext {
  readonly nowMs: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly isNameTaken: (namespace: string | undefined, name: string) => boolean;
  /** Throws if the namespace does not exist. */
  readonly checkNamespace: (namespace: string) => void;
  readonly priorityClasses: () => readonly StoredObject[];
  readonly hasAccount: (namespace: string, account: string) => boolean;
  readonly services: () => readonly StoredObject[];
  readonly nodeNamed: (name: string) => StoredObject | undefined;
}

const GENERATED_BASE_LENGTH = 58;
const GENERATED_SUFFIX_LENGTH = 5;
const HEX = "0123456789abcdef";
const NAME_TRIES = 8;

function generateName(base: string, namespace: string | undefined, { random, isNameTaken }: CreateContext): string {
  let name = "";
  for (let tries = 0; tries < NAME_TRIES; tries++) {
    const parts = [base.slice(0, GENERATED_BASE_LENGTH)];
    for (let at = 0; at < GENERATED_SUFFIX_LENGTH; at++) parts.push(SAFE_ALPHABET[Math.floor(random() * SAFE_ALPHABET.length)] ?? "");
    name = parts.join("");
    if (!isNameTaken(namespace, name)) break;
  }
  return name;
}

/** Uses join, because V8 keeps a longer string built with `+` as a tree of its pieces. The parts are too short for
 *  that. */
function newUid(random: () => number): string {
  const hex = (digits: number): string => {
    let text = "";
    for (let at = 0; at < digits; at++) text += HEX[Math.floor(random() * 16)];
    return text;
  };
  return [hex(8), hex(4), `4${hex(3)}`, `a${hex(3)}`, hex(12)].join("-");
}

const MIRROR = "kubernetes.io/config.mirror";
/** Assumed to exist: a controller creates it in each namespace, and again after its deletion. */
const DEFAULT_SERVICE_ACCOUNT = "default";

/**
 * The ServiceAccount admission plugin. Throws the API's 403 for a new pod whose account does not exist in its
 * namespace. Mirror pods of static pods have no account. Source: plugin/pkg/admission/serviceaccount.
 */
function admitAccount(resource: Resource, pod: StoredObject, has: (namespace: string, account: string) => boolean): void {
  const { name, generateName, namespace = "", annotations } = pod.metadata;
  const account = String(objectIn(pod, "spec").serviceAccountName ?? DEFAULT_SERVICE_ACCOUNT);
  if (account === DEFAULT_SERVICE_ACCOUNT || annotations?.[MIRROR] !== undefined || has(namespace, account)) return;
  throw forbidden(
    resource,
    generateName ?? name,
    `error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`,
  );
}

/**
 * The Priority admission plugin; edits the pod. Writes the value and the preemption policy of the pod's PriorityClass
 * into its spec, or those of the default class. Throws the API's 403 for a class that does not exist, or a priority
 * that differs from the class. Source: plugin/pkg/admission/priority.
 */
function admitPriority(resource: Resource, pod: StoredObject, classes: readonly StoredObject[]): void {
  const spec = objectIn(pod, "spec");
  pod.spec = spec;
  const className = spec.priorityClassName;
  const isNamed = typeof className === "string" && className !== "";
  const priorityClass = classes.find((candidate) => (isNamed ? candidate.metadata.name === className : candidate.globalDefault === true));
  if (isNamed && priorityClass === undefined)
    throw forbidden(resource, pod.metadata.generateName ?? pod.metadata.name, `no PriorityClass with name ${className} was found`);
  if (priorityClass !== undefined) spec.priorityClassName = priorityClass.metadata.name;
  const priority = Number(priorityClass?.value ?? 0);
  if (typeof spec.priority === "number" && spec.priority !== priority)
    throw forbidden(
      resource,
      pod.metadata.generateName ?? pod.metadata.name,
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${priority} from the given PriorityClass name`,
    );
  spec.priority = priority;
  spec.preemptionPolicy ??= priorityClass?.preemptionPolicy ?? "PreemptLowerPriority";
}

/**
 * Returns the object as it would be stored, except its version. Throws the API's answer if the object is not allowed.
 */
export function admitCreate(resource: Resource, submitted: Record<string, unknown>, context: CreateContext): StoredObject {
  if (!isJsonObject(submitted.metadata)) throw badRequest("metadata is required");
  const object = cloneJson(submitted) as StoredObject;
  const { metadata } = object;
  for (const field of ["deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"] as const)
    delete (metadata as unknown as Record<string, unknown>)[field];
  dropEmptyMetadata(metadata);
  if (resource.namespaced) context.checkNamespace(metadata.namespace ?? "");
  else delete metadata.namespace;
  if ((metadata.name ?? "") === "" && typeof metadata.generateName === "string" && metadata.generateName !== "")
    metadata.name = generateName(metadata.generateName, metadata.namespace, context);
  metadata.name ??= "";
  object.apiVersion = resource.groupVersion;
  object.kind = resource.kind;
  applyDefaults(resource.name, object);
  if (resource.name === "services") admitService(resource, object, undefined, context.services());
  metadata.uid = newUid(context.random);
  metadata.creationTimestamp = timestamp(context.nowMs);
  if (resource.name === "services") allocateAddresses(object);
  if (resource.name === "pods") admitAccount(resource, object, context.hasAccount);
  if (resource.name === "pods") admitPriority(resource, object, context.priorityClasses());
  prepareForCreate(resource.name, object);
  if (resource.custom !== undefined) metadata.generation = 1;
  if (resource.custom !== undefined && resource.hasStatus) delete object.status;
  const errors = validationErrors(resource.name, object, undefined, submitted);
  if (errors.length > 0) throw invalid(resource, metadata.name, errors);
  if (resource.name === "priorityclasses") admitPriorityClass(resource, object, context.priorityClasses());
  if ((metadata.resourceVersion ?? "") !== "")
    throw new StoreError({ code: 500, reason: "", message: "resourceVersion should not be set on objects to be created" });
  if (context.isNameTaken(metadata.namespace, metadata.name)) throw alreadyExists(resource, metadata.name);
  const { nodeName } = objectIn(object, "spec");
  const isPlaced = resource.name === "pods" && typeof nodeName === "string";
  return isPlaced ? withTopologyLabels(object, context.nodeNamed(nodeName)) : object;
}
