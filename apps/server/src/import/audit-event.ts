import { SOURCES, type SourceName } from "@daemonscope/shared/source-status";
import { isJson, type Json, objectField, textField } from "../cluster/decode/fields.ts";

const KINDS: Readonly<Record<SourceName, readonly [group: string, kind: string]>> = {
  nodes: ["", "Node"],
  pods: ["", "Pod"],
  daemonsets: ["apps", "DaemonSet"],
  controllerrevisions: ["apps", "ControllerRevision"],
  events: ["", "Event"],
};
const WRITES: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** What an API server answered to a request about one of the kinds that are watched. */
export interface AuditEvent {
  readonly atMs: number;
  readonly source: SourceName;
  readonly isWrite: boolean;
  readonly subresource: string;
  /** `pods kube-system/agent-x` */
  readonly words: string;
  /** What the answer holds, as the API gives it. */
  readonly answer:
    | { readonly is: "object"; readonly object: Json }
    /** Objects of a list; `isWhole` where it is of all objects of the kind; in parts. */
    | {
        readonly is: "list";
        readonly objects: readonly Json[];
        readonly isWhole: boolean;
        /** The part before it named it so; empty for the first. */
        readonly token: string;
        /** As the part after it is asked for; empty for the last. */
        readonly next: string;
        readonly version: string;
      }
    | { readonly is: "deleted"; readonly name: string; readonly namespace: string }
    /** A pod was given its node; `uid`: empty where it is not said. */
    | { readonly is: "bound"; readonly name: string; readonly namespace: string; readonly uid: string; readonly node: string }
    /** The policy keeps no objects of it, or the API server cut them. */
    | { readonly is: "nothing" };
}

/** What the scheduler asked for, of which the answer says only that it was done. */
function boundOf(event: Json, source: SourceName, verb: string): AuditEvent["answer"] | undefined {
  const reference = objectField(event, "objectRef");
  if (source !== "pods" || verb !== "create" || reference.subresource !== "binding") return undefined;
  const { requestObject } = event;
  const target = isJson(requestObject) ? objectField(requestObject, "target") : {};
  const [name, node] = [textField(reference, "name"), textField(target, "name")];
  if (name === undefined || node === undefined || (textField(target, "kind") ?? "Node") !== "Node") return { is: "nothing" };
  const asked = isJson(requestObject) ? objectField(requestObject, "metadata") : {};
  return { is: "bound", name, namespace: textField(reference, "namespace") ?? "", uid: textField(asked, "uid") ?? "", node };
}

function answerOf(
  event: Json,
  source: SourceName,
  verb: string,
  uri: URLSearchParams,
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
      isWhole: verb === "list" && isEverywhere && !uri.has("labelSelector") && !uri.has("fieldSelector"),
      token: uri.get("continue") ?? "",
      next: textField(meta, "continue") ?? "",
      version: textField(meta, "resourceVersion") ?? "",
    };
  }
  // Who deletes what is gone at once is told so without the object.
  const name = textField(reference, "name");
  const isGone = verb === "delete" && responseObject.kind === "Status" && responseObject.status === "Success" && name !== undefined;
  return isGone ? { is: "deleted", name, namespace: textField(reference, "namespace") ?? "" } : undefined;
}

/** True for an event of `audit.k8s.io`, whatever it is about. */
export const isAudit = (line: Json): boolean =>
  line.kind === "Event" && typeof line.apiVersion === "string" && line.apiVersion.startsWith("audit.k8s.io/");

export function auditTime(event: Json): number | undefined {
  const atMs = Date.parse(textField(event, "stageTimestamp") ?? textField(event, "requestReceivedTimestamp") ?? "");
  return Number.isFinite(atMs) ? atMs : undefined;
}

/** What follows from an event, undefined where nothing can: another kind, a request that was refused, only tried (dryRun) or is not answered yet, an answer that is no object of the kind. */
export function auditEventOf(event: Json): AuditEvent | undefined {
  const atMs = auditTime(event);
  if (event.stage !== "ResponseComplete" || atMs === undefined) return undefined;
  const reference = objectField(event, "objectRef");
  const group = textField(reference, "apiGroup") ?? "";
  const source = SOURCES.find((each) => each === reference.resource && KINDS[each][0] === group);
  const verb = textField(event, "verb") ?? "";
  const code = objectField(event, "responseStatus").code;
  if (source === undefined || verb === "watch" || (typeof code === "number" && code >= 400)) return undefined;
  const uri = new URLSearchParams((typeof event.requestURI === "string" ? event.requestURI : "").split("?")[1] ?? "");
  if (uri.has("dryRun")) return undefined;
  const namespace = textField(reference, "namespace") ?? "";
  const answer = boundOf(event, source, verb) ?? answerOf(event, source, verb, uri, namespace === "" && reference.name === undefined);
  if (answer === undefined) return undefined;
  return {
    atMs,
    source,
    isWrite: WRITES.has(verb),
    subresource: textField(reference, "subresource") ?? "",
    words: `${source} ${namespace === "" ? "" : `${namespace}/`}${textField(reference, "name") ?? "(all)"}, at ${new Date(atMs).toISOString()}`,
    answer,
  };
}
