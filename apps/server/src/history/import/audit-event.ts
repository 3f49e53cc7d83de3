import { SOURCES, type SourceName } from "@daemonscope/kube/source-status";
import { isJson, type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";

const KINDS: Readonly<Record<SourceName, readonly [group: string, kind: string]>> = {
  nodes: ["", "Node"],
  pods: ["", "Pod"],
  daemonsets: ["apps", "DaemonSet"],
  controllerrevisions: ["apps", "ControllerRevision"],
  events: ["", "Event"],
};
const WRITES: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** The answer of an API server to a request for one of the watched kinds. */
export interface AuditEvent {
  readonly atMs: number;
  readonly source: SourceName;
  readonly isWrite: boolean;
  readonly subresource: string;
  /** The user who requested the deletion of one object. */
  readonly deleter?: string;
  /** For example `pods kube-system/agent-x`, with the time. */
  readonly words: string;
  /** The content of the answer, in the format of the API. */
  readonly answer:
    | { readonly is: "object"; readonly object: Json }
    /** A page of a list. `isWhole`: the list covers all objects of the kind. */
    | {
        readonly is: "list";
        readonly objects: readonly Json[];
        readonly isWhole: boolean;
        /** The token that the previous page gave for this one; empty for the first page. */
        readonly token: string;
        /** The token of the next page; empty for the last page. */
        readonly next: string;
        readonly version: string;
      }
    | { readonly is: "deleted"; readonly name: string; readonly namespace: string }
    /** A pod got its node. `uid` is empty if the request has none. */
    | { readonly is: "bound"; readonly name: string; readonly namespace: string; readonly uid: string; readonly node: string }
    /** The policy omits the objects of this event, or the API server truncated them. */
    | { readonly is: "nothing" };
}

/** Returns the binding that the scheduler requested; the answer contains only a status. */
function boundOf(event: Json, source: SourceName, verb: string): AuditEvent["answer"] | undefined {
  const reference = objectField(event, "objectRef");
  if (source !== "pods" || verb !== "create" || reference.subresource !== "binding") return undefined;
  const { requestObject } = event;
  const target = isJson(requestObject) ? objectField(requestObject, "target") : {};
  const [name, node] = [textField(reference, "name"), textField(target, "name")];
  if (name === undefined || node === undefined || (textField(target, "kind") ?? "Node") !== "Node") return { is: "nothing" };
  const requestMetadata = isJson(requestObject) ? objectField(requestObject, "metadata") : {};
  return { is: "bound", name, namespace: textField(reference, "namespace") ?? "", uid: textField(requestMetadata, "uid") ?? "", node };
}

function answerOf(
  event: Json,
  source: SourceName,
  verb: string,
  query: URLSearchParams,
  isEverywhere: boolean,
): AuditEvent["answer"] | undefined {
  const { responseObject } = event;
  if (!isJson(responseObject)) return { is: "nothing" };
  const [, kind] = KINDS[source];
  const reference = objectField(event, "objectRef");
  if (responseObject.kind === kind) return { is: "object", object: responseObject };
  if (responseObject.kind === `${kind}List` && Array.isArray(responseObject.items)) {
    const meta = objectField(responseObject, "metadata");
    return {
      is: "list",
      objects: responseObject.items.filter(isJson),
      isWhole: verb === "list" && isEverywhere && !query.has("labelSelector") && !query.has("fieldSelector"),
      token: query.get("continue") ?? "",
      next: textField(meta, "continue") ?? "",
      version: textField(meta, "resourceVersion") ?? "",
    };
  }
  // A delete of an object that is removed at once is answered with a status, not with the object.
  const name = textField(reference, "name");
  const isDeleted = verb === "delete" && responseObject.kind === "Status" && responseObject.status === "Success" && name !== undefined;
  return isDeleted ? { is: "deleted", name, namespace: textField(reference, "namespace") ?? "" } : undefined;
}

/** Reports whether a line is an event of `audit.k8s.io`, about any resource. */
export const isAuditEvent = (line: Json): boolean =>
  line.kind === "Event" && typeof line.apiVersion === "string" && line.apiVersion.startsWith("audit.k8s.io/");

export function auditTime(event: Json): number | undefined {
  const atMs = Date.parse(textField(event, "stageTimestamp") ?? textField(event, "requestReceivedTimestamp") ?? "");
  return Number.isFinite(atMs) ? atMs : undefined;
}

/** Returns the user on whose behalf the API server acted. */
const userOf = (event: Json): string | undefined =>
  textField(objectField(event, "impersonatedUser"), "username") ?? textField(objectField(event, "user"), "username");

/**
 * Returns the meaning of an event. Undefined for other kinds, watches, and requests that were refused, dry-run or
 * unfinished. Undefined also for answers with an object of another kind.
 */
export function auditEventOf(event: Json): AuditEvent | undefined {
  const atMs = auditTime(event);
  if (event.stage !== "ResponseComplete" || atMs === undefined) return undefined;
  const reference = objectField(event, "objectRef");
  const group = textField(reference, "apiGroup") ?? "";
  const source = SOURCES.find((each) => each === reference.resource && KINDS[each][0] === group);
  const verb = textField(event, "verb") ?? "";
  const code = objectField(event, "responseStatus").code;
  if (source === undefined || verb === "watch" || (typeof code === "number" && code >= 400)) return undefined;
  const query = new URLSearchParams((typeof event.requestURI === "string" ? event.requestURI : "").split("?")[1] ?? "");
  if (query.has("dryRun")) return undefined;
  const namespace = textField(reference, "namespace") ?? "";
  const deleter = verb === "delete" ? userOf(event) : undefined;
  const answer = boundOf(event, source, verb) ?? answerOf(event, source, verb, query, namespace === "" && reference.name === undefined);
  if (answer === undefined) return undefined;
  return {
    atMs,
    source,
    isWrite: WRITES.has(verb),
    subresource: textField(reference, "subresource") ?? "",
    ...(deleter === undefined ? {} : { deleter }),
    words: `${source} ${namespace === "" ? "" : `${namespace}/`}${textField(reference, "name") ?? "(all)"}, at ${new Date(atMs).toISOString()}`,
    answer,
  };
}
