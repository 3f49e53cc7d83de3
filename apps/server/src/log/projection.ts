import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import type { Input } from "./input.ts";

/** Takes out of objects what may be secret, or tell of a secret to who guesses (L5): whole templates, and the hashes over them, which become numbers: the log needs
 *  to know which are equal and no more. */
export class Projection {
  readonly #aliases = new Map<string, string>();

  of(input: Input): Input {
    if (input.do !== "put") return input;
    if (input.kind === "daemonsets") return { ...input, object: this.daemonSet(input.object) };
    if (input.kind === "controllerrevisions") return { ...input, object: this.revision(input.object) };
    return input;
  }

  daemonSet({ fullTemplate: _, ...rest }: KubeDaemonSet): KubeDaemonSet {
    return { ...rest, templateHash: this.#alias(rest.templateHash) };
  }

  revision({ fullTemplate: _, templateHash, ...rest }: KubeControllerRevision): KubeControllerRevision {
    return templateHash === undefined ? rest : { ...rest, templateHash: this.#alias(templateHash) };
  }

  #alias(hash: string): string {
    const known = this.#aliases.get(hash);
    if (known !== undefined) return known;
    const alias = `t${this.#aliases.size + 1}`;
    this.#aliases.set(hash, alias);
    return alias;
  }
}
