import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";

/**
 * Removes secrets from objects, and data from which a secret could be guessed (L5). Whole templates are omitted.
 * Hashes of templates become aliases such as `t1`, because the log only needs to know which are equal.
 */
export class SecretRedactor {
  readonly #aliases = new Map<string, string>();

  of(input: ClusterEvent): ClusterEvent {
    if (input.do !== "put") return input;
    if (input.kind === "daemonsets") return { ...input, object: this.daemonSet(input.object) };
    if (input.kind === "controllerrevisions") return { ...input, object: this.revision(input.object) };
    return input;
  }

  daemonSet({ fullTemplate: _, ...rest }: KubeDaemonSet): KubeDaemonSet {
    return { ...rest, templateHash: this.#alias(rest.templateHash) };
  }

  revision({ fullTemplate: _, templateHash, restartOf, ...rest }: KubeControllerRevision): KubeControllerRevision {
    return {
      ...rest,
      ...(templateHash === undefined ? {} : { templateHash: this.#alias(templateHash) }),
      ...(restartOf === undefined ? {} : { restartOf: this.#alias(restartOf) }),
    };
  }

  #alias(hash: string): string {
    const known = this.#aliases.get(hash);
    if (known !== undefined) return known;
    const alias = `t${this.#aliases.size + 1}`;
    this.#aliases.set(hash, alias);
    return alias;
  }
}
