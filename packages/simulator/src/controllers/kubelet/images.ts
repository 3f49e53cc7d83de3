import { fnv1a32 } from "@daemonscope/kube/values/fnv";

/** Words in the names of images that no registry has, as users and upstream's own tests write them. */
const NEVER_PULLED = ["missing", "non-existent", "nonexistent", "does-not-exist"];

const HEAD = "unexpected status from HEAD request to http://127.0.0.1:5000/v2";
/** The answers of the registry that the tests with a real kubelet use. */
const REGISTRY_ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^real-node\.test\/agent:99$/, "not found"],
  [/^real-node\.test\/private:/, `${HEAD}/private/manifests/1?ns=real-node.test: 403 Forbidden`],
  [/^real-node\.test\/limited:/, `${HEAD}/limited/manifests/1?ns=real-node.test: 429 Too Many Requests`],
  [/^real-node\.test\/other-platform:/, "no match for platform in manifest: not found"],
  [/^real-node\.test\/broken:/, `${HEAD}/broken/manifests/1?ns=real-node.test: 500 Internal Server Error`],
];
const HANGS = /^real-node\.test\/hangs:/;

/** Parts that no image name has. Other characters pass, because tests of terminal output use them in tags. */
const INVALID = /\s|::|\/[^:]*[A-Z]/;

/** Whether and why an image cannot be had. The message is that of the kubelet. */
export type ImageFate =
  | { readonly kind: "present" }
  | { readonly kind: "hangs" }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "never"; readonly message: string }
  | { readonly kind: "fails"; readonly message: string };

const PRESENT: ImageFate = { kind: "present" };

/** Returns what becomes of an image. Source: pkg/kubelet/images, image_manager.go. */
export function fateOf(image: string, pullPolicy: unknown): ImageFate {
  const answer =
    REGISTRY_ANSWERS.find(([pattern]) => pattern.test(image))?.[1] ??
    (NEVER_PULLED.some((word) => image.includes(word)) ? "not found" : undefined);
  if (answer !== undefined && pullPolicy === "Never")
    return { kind: "never", message: `Container image "${image}" is not present with pull policy of Never` };
  if (answer !== undefined) {
    const why = answer === "not found" ? `${image}: not found` : answer;
    const code = answer === "not found" ? "rpc error: code = NotFound desc = " : "";
    const message = `Failed to pull image "${image}": ${code}failed to pull and unpack image "${image}": failed to resolve image: ${why}`;
    return { kind: "fails", message };
  }
  if (HANGS.test(image)) return { kind: "hangs" };
  if (!INVALID.test(image)) return PRESENT;
  const upper = /\/([^/:]*[A-Z][^/:]*)(?::|$)/.exec(image)?.[1];
  const detail = upper === undefined ? "" : `: repository name (${upper}) must be lowercase`;
  const why = `couldn't parse image name "${image}": invalid reference format${detail}`;
  return { kind: "invalid", message: `Failed to apply default image tag "${image}": ${why}` };
}

/** The images that nodes have pulled, so that a second container finds them. */
export class NodeImages {
  readonly #nodesByImage = new Map<string, Set<string>>();

  has(node: string, image: string): boolean {
    return this.#nodesByImage.get(image)?.has(node) ?? false;
  }

  add(node: string, image: string): void {
    const nodes = this.#nodesByImage.get(image) ?? new Set();
    this.#nodesByImage.set(image, nodes.add(node));
  }

  forgetNode(node: string): void {
    for (const nodes of this.#nodesByImage.values()) nodes.delete(node);
  }
}

/** Returns the size of an image in bytes: 8 to 120 MB, by its name. */
export const imageBytes = (image: string): number => 8_000_000 + (fnv1a32(image) % 112_000_000);
