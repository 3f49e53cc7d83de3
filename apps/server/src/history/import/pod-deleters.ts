import type { SourceName } from "@daemonscope/kube/source-status";
import { LABELS } from "@daemonscope/kube/well-known";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { ImportedChange } from "./import-limitations.ts";

/** Users of Kubernetes itself. They delete pods of each DaemonSet, so that they drive no rollout. */
const KUBERNETES =
  /^system:(?:apiserver|kube-|node:|serviceaccount:kube-system:(?:daemon-set|device-taint-eviction|generic-garbage|namespace|node|pod-garbage|taint-eviction|ttl-after)[a-z-]*(?:controller|collector)$)/;
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** Returns the name of a user as the page shows it. */
const shownUser = (user: string): string => {
  const [, namespace, name] = SERVICE_ACCOUNT.exec(user) ?? [];
  return name === undefined ? user : `ServiceAccount ${namespace}/${name}`;
};

function daemonSetOf(object: Json): string | undefined {
  const owner = objectsField(objectField(object, "metadata"), "ownerReferences").find((each) => each.controller === true);
  return owner?.kind === "DaemonSet" ? textField(owner, "uid") : undefined;
}

const hashOf = (object: Json): string | undefined => textField(objectField(objectField(object, "metadata"), "labels"), LABELS.revisionHash);

type Put = Extract<ImportedChange, { readonly do: "put" }>;

/**
 * Finds the user who deletes the old pods of a DaemonSet with OnDelete, since its current revision began. Several users
 * count as unknown. Memory: the objects of such DaemonSets, a revision for each of them, and the uids of deleted pods.
 */
export class PodDeleters {
  readonly #newest = new Map<string, { readonly revision: number; readonly hash: string }>();
  readonly #found = new Map<string, { readonly put: Put; readonly users: ReadonlySet<string> }>();
  readonly #deleted = new Set<string>();

  /** Returns the put of a DaemonSet with the user who deletes its pods. */
  withDeleter(change: ImportedChange): ImportedChange {
    if (change.do !== "put" || change.source !== "daemonsets") return change;
    const uid = textField(objectField(change.object, "metadata"), "uid") ?? "";
    const users = this.#found.get(uid)?.users ?? new Set<string>();
    if (textField(objectField(objectField(change.object, "spec"), "updateStrategy"), "type") !== "OnDelete") {
      this.#found.delete(uid);
      return change;
    }
    this.#found.set(uid, { put: change, users });
    const [user, ...others] = users;
    return user === undefined || others.length > 0 ? change : { ...change, podDeleter: user };
  }

  /** Takes an object of an answer. Returns the DaemonSet again if the user who deletes its pods changed. */
  take(source: SourceName, object: Json, deleter: string | undefined, atMs: number): ImportedChange | undefined {
    const uid = daemonSetOf(object);
    const hash = hashOf(object);
    if (uid === undefined || hash === undefined) return undefined;
    const newest = this.#newest.get(uid);
    if (source === "controllerrevisions") {
      const { revision } = object;
      if (typeof revision !== "number" || revision <= (newest?.revision ?? 0)) return undefined;
      this.#newest.set(uid, { revision, hash });
      return this.#setUsers(uid, new Set(), atMs);
    }
    if (source !== "pods" || deleter === undefined) return undefined;
    if (newest === undefined || newest.hash === hash) return undefined;
    // The first request decides. The program that ends the pod on its node deletes it once more.
    const pod = textField(objectField(object, "metadata"), "uid") ?? "";
    if (this.#deleted.has(pod)) return undefined;
    this.#deleted.add(pod);
    if (KUBERNETES.test(deleter)) return undefined;
    const users = this.#found.get(uid)?.users ?? new Set<string>();
    return this.#setUsers(uid, new Set([...users, shownUser(deleter)]), atMs);
  }

  #setUsers(uid: string, users: ReadonlySet<string>, atMs: number): ImportedChange | undefined {
    const found = this.#found.get(uid);
    if (found === undefined || users.size === found.users.size) return undefined;
    this.#found.set(uid, { ...found, users });
    return this.withDeleter({ ...found.put, atMs });
  }
}
