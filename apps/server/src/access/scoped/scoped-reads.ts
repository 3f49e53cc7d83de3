import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { ListedObjects } from "@daemonscope/kube-client/read/list-objects";
import { OnDemandReads, type OnDemandReadsOptions } from "../../watch/on-demand-reads.ts";
import { canRead, REQUIRED_VERBS, type RightKind, type UserRights } from "../rights/user-rights.ts";
import type { NodePseudonyms } from "./node-pseudonyms.ts";

/** Groups: API group, namespace, resource and subresource. */
const PATH = /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)(?:\/[^/]+(?:\/(log))?)?$/;
const KIND_BY_RESOURCE: ReadonlyMap<string, RightKind> = new Map(
  Object.entries(REQUIRED_VERBS).map(([kind, { group, resource, subresource }]) => [
    `${group}/${resource}/${subresource ?? ""}`,
    kind as RightKind,
  ]),
);

/** Returns the right that a path needs; undefined for other kinds, which only the server's owner may read. */
export function permissionForPath(path: string): { readonly kind: RightKind; readonly namespace: string | undefined } | undefined {
  const [, group = "", namespace, resource = "", subresource = ""] = PATH.exec(path) ?? [];
  const kind = KIND_BY_RESOURCE.get(`${group}/${resource}/${subresource}`);
  return kind === undefined ? undefined : { kind, namespace };
}

function requireRight(rights: UserRights, path: string): void {
  const right = permissionForPath(path);
  if (right !== undefined && canRead(rights, right.kind, right.namespace)) return;
  const what =
    right === undefined
      ? path
      : `${REQUIRED_VERBS[right.kind].qualified} ${right.namespace === undefined ? "of the whole cluster" : `in namespace ${right.namespace}`}`;
  throw new KubeRequestError("forbidden", `Your own rights do not cover ${what}`, {
    httpStatus: 403,
    serverMessage: `Your own rights do not cover ${what}`,
  });
}

/** Returns the API server's error without node names. */
function hiddenError(error: unknown, hidden: NodePseudonyms | undefined): unknown {
  if (hidden === undefined || !(error instanceof KubeRequestError)) return error;
  const { code, message, httpStatus, retryAfterMs, serverMessage } = error;
  return new KubeRequestError(code, hidden.text(message), {
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(serverMessage === undefined ? {} : { serverMessage: hidden.text(serverMessage) }),
    cause: error,
  });
}

/** Wraps a transport so that it sends only requests within these rights. An error names no node that `hidden` hides. */
export function scopedTransport(transport: Transport, rights: UserRights, hidden?: NodePseudonyms): Transport {
  return {
    server: transport.server,
    async get(path, query, options) {
      requireRight(rights, path);
      try {
        return await transport.get(path, query, options);
      } catch (error) {
        throw hiddenError(error, hidden);
      }
    },
  };
}

/** Reads on demand within a user's rights. This server checks the rights before the transport sends a request. If the
 *  user may not list nodes, the objects contain no node names. */
export class ScopedReads extends OnDemandReads {
  readonly #rights: UserRights;
  readonly #hidden: NodePseudonyms | undefined;

  constructor(options: OnDemandReadsOptions, rights: UserRights, hidden: NodePseudonyms | undefined) {
    super({ ...options, transport: scopedTransport(options.transport, rights, hidden) });
    this.#rights = rights;
    this.#hidden = hidden;
  }

  /** Cluster-wide events are read per permitted namespace. The result has no resourceVersion. */
  override async list<T>(
    name: string,
    asked: Parameters<OnDemandReads["list"]>[1],
    read: (object: Json) => T | undefined,
  ): Promise<ListedObjects<T>> {
    const right = permissionForPath(asked.path);
    const reach = right?.kind === "events" && right.namespace === undefined ? this.#rights.events : "all";
    const shown = this.#shown(read);
    if (typeof reach === "string") return super.list(name, asked, shown);
    const paths = reach.map((namespace) => asked.path.replace(/\/events$/, `/namespaces/${namespace}/events`));
    const parts = await Promise.all(paths.map((path) => super.list(name, { ...asked, path }, shown)));
    return { objects: parts.flatMap(({ objects }) => objects), resourceVersion: "", isCut: parts.some(({ isCut }) => isCut) };
  }

  override get<T>(path: string, read: (object: Json) => T): Promise<T> {
    const hidden = this.#hidden;
    return super.get(path, hidden === undefined ? read : (object) => read(withoutNodes(object, hidden)));
  }

  #shown<T>(read: (object: Json) => T | undefined): (object: Json) => T | undefined {
    const hidden = this.#hidden;
    if (hidden === undefined) return read;
    return (object) => {
      const isOfNode = textField(objectField(object, "involvedObject"), "kind") === "Node";
      return isOfNode ? undefined : read(withoutNodes(object, hidden));
    };
  }
}

/** Returns the node names in the fields of an object. These nodes may be gone, or not read yet. */
function namedNodes(object: Json): ReadonlySet<string> {
  const names = [
    textField(objectField(object, "spec"), "nodeName"),
    textField(objectField(object, "status"), "nominatedNodeName"),
    textField(objectField(object, "status"), "hostIP"),
    textField(objectField(object, "source"), "host"),
  ];
  return new Set(names.flatMap((name) => (name === undefined || name === "" ? [] : [name])));
}

/** Replaces node names in an object. Keeps the names of the object itself and of an Event's object, because a node may
 *  have the same name. */
function withoutNodes(object: Json, hidden: NodePseudonyms): Json {
  const shown = hidden.value(object, namedNodes(object));
  const { name, namespace, uid } = objectField(object, "metadata");
  const identity = Object.fromEntries(Object.entries({ name, namespace, uid }).filter(([, value]) => value !== undefined));
  const involved = object.involvedObject === undefined ? {} : { involvedObject: object.involvedObject };
  return {
    ...shown,
    ...(object.metadata === undefined ? {} : { metadata: { ...objectField(shown, "metadata"), ...identity } }),
    ...involved,
  } as Json;
}
