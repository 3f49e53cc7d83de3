import { randomDaemonSet } from "../differential/random-daemon-set.ts";
import type { Seeded } from "../differential/seeded.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Adds values that the server hides, and quantities that the API server writes in another form. */
function withUnusualValues(random: Seeded, container: Fields): Fields {
  const { resources = {} } = container as { readonly resources?: { readonly requests?: Fields } };
  const unusual = random.pick<Fields>([{ cpu: "0.1" }, { cpu: "1000m", memory: "1024Mi" }, { memory: "0.5Gi" }, {}]);
  const requests = { ...unusual, ...resources.requests };
  return {
    ...container,
    ...(Object.keys(requests).length === 0 ? {} : { resources: { requests } }),
    ...(random.chance(0.4) ? { args: ["--verbose", `--node=${random.below(2)}`, random.pick(["first", "second"])] } : {}),
    ...(random.chance(0.4)
      ? {
          env: [
            { name: "TOKEN", value: random.pick(["secret", "other"]) },
            { name: "EMPTY", value: "" },
          ],
        }
      : {}),
  };
}

/** Returns a DaemonSet without host network, because the fake kubelets never start pods with it. */
export function startableDaemonSet(random: Seeded, name: string, nodes: readonly string[]): Record<string, unknown> {
  const made = randomDaemonSet(random, name, nodes) as {
    readonly spec: { readonly template: { readonly spec: Fields & { readonly containers: readonly Fields[] } } } & Fields;
  } & Fields;
  const { hostNetwork: _, containers, ...podSpec } = made.spec.template.spec;
  const spec = {
    ...podSpec,
    ...(random.chance(0.2) ? { hostNetwork: false } : {}),
    containers: containers.map((container) => withUnusualValues(random, container)),
  };
  return { ...made, spec: { ...made.spec, minReadySeconds: random.pick([0, 0, 1]), template: { ...made.spec.template, spec } } };
}
