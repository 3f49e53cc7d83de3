import type { ObjectReference, PlannedRequest } from "@daemonscope/daemonset/actions/planned-request";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { isJson, type Json, objectField, objectsField } from "@daemonscope/kube-client/decode/fields";
import { listPath, namedPath } from "./api-path.ts";

/** The field manager of all writes. */
export const FIELD_MANAGER = "daemonscope";
export const APPLY_PATCH = "application/apply-patch+yaml";

/** A planned request in the form that the API server accepts. */
export interface PlannedWrite {
  readonly method: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly contentType: "application/json" | "application/json-patch+json" | "application/strategic-merge-patch+json" | typeof APPLY_PATCH;
  readonly body: unknown;
}

/** The target revision of an undo no longer exists. */
export class RevisionNotFound extends Error {
  override readonly name = "RevisionNotFound";
}

/** Returns the unchanged template of a revision. Throws RevisionNotFound. */
function templateOf(revisions: readonly Json[], { namespace, name, uid }: ObjectReference, revision: number): Json {
  const isOwn = (owner: { readonly uid?: unknown }) => uid === undefined || owner.uid === uid;
  const found = revisions.find(
    (each) => each.revision === revision && objectsField(objectField(each, "metadata"), "ownerReferences").some(isOwn),
  );
  const { $patch: _directive, ...template } = objectField(objectField(objectField(found ?? {}, "data"), "spec"), "template");
  if (found === undefined || !isJson(template.spec))
    throw new RevisionNotFound(`revision ${revision} of DaemonSet ${namespace}/${name} does not exist`);
  return template;
}

/** Converts a planned request into the one that is sent. `revisionsIn` lists the whole ControllerRevisions of a
 *  namespace. Throws RevisionNotFound, and the errors of `revisionsIn`. */
export async function plannedWrite(
  request: PlannedRequest,
  revisionsIn: (namespace: string) => Promise<readonly Json[]>,
): Promise<PlannedWrite> {
  switch (request.kind) {
    case "patch":
      return {
        method: "PATCH",
        path: namedPath(request.object),
        contentType: "application/json-patch+json",
        body: request.operations,
      };
    case "merge":
      return {
        method: "PATCH",
        path: namedPath(request.object),
        contentType: "application/strategic-merge-patch+json",
        body: request.patch,
      };
    case "apply": {
      const { object, manifest } = request;
      return {
        method: "PATCH",
        path: namedPath(object),
        query: { fieldManager: FIELD_MANAGER, force: "true" },
        contentType: APPLY_PATCH,
        body: manifest,
      };
    }
    case "restoreRevision": {
      const { object, revision, tests } = request;
      const value = templateOf(await revisionsIn(object.namespace ?? ""), object, revision);
      return {
        method: "PATCH",
        path: namedPath(object),
        contentType: "application/json-patch+json",
        body: [...tests, { op: "replace", path: "/spec/template", value }],
      };
    }
    case "create": {
      const { resource, namespace, manifest } = request;
      const path = listPath({ resource, ...(namespace === undefined ? {} : { namespace }) });
      return { method: "POST", path, contentType: "application/json", body: manifest };
    }
    case "delete": {
      const { uid } = request.object;
      const preconditions = uid === undefined ? {} : { preconditions: { uid } };
      const body = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: request.propagation, ...preconditions };
      return { method: "DELETE", path: namedPath(request.object), contentType: "application/json", body };
    }
    default:
      return assertNever(request);
  }
}
