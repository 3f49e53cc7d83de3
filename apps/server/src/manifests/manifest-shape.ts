/** What the API takes at a place of a manifest. Places that no shape names may hold anything: no rule reads them. */
export type ManifestShape =
  | { readonly kind: "text" }
  | { readonly kind: "flag" }
  | { readonly kind: "texts" }
  | { readonly kind: "list"; readonly of: ManifestShape }
  | { readonly kind: "fields"; readonly of: Readonly<Record<string, ManifestShape>> };

const text: ManifestShape = { kind: "text" };
const flag: ManifestShape = { kind: "flag" };
/** A map from texts to texts. */
const texts: ManifestShape = { kind: "texts" };
const list = (of: ManifestShape): ManifestShape => ({ kind: "list", of });
const fields = (of: Readonly<Record<string, ManifestShape>>): ManifestShape => ({ kind: "fields", of });

const requirements = list(fields({ key: text, operator: text, values: list(text) }));
const metadata = fields({ name: text, namespace: text, labels: texts, annotations: texts });
const requiredAffinity = fields({ nodeSelectorTerms: list(fields({ matchExpressions: requirements, matchFields: requirements })) });

const daemonSet = fields({
  apiVersion: text,
  metadata,
  spec: fields({
    selector: fields({ matchLabels: texts, matchExpressions: requirements }),
    template: fields({
      metadata: fields({ labels: texts }),
      spec: fields({
        nodeName: text,
        nodeSelector: texts,
        hostNetwork: flag,
        affinity: fields({ nodeAffinity: fields({ requiredDuringSchedulingIgnoredDuringExecution: requiredAffinity }) }),
        tolerations: list(fields({ key: text, operator: text, value: text, effect: text })),
      }),
    }),
  }),
});

const node = fields({
  apiVersion: text,
  metadata,
  spec: fields({ taints: list(fields({ key: text, value: text, effect: text })) }),
});

/** What a verdict is made of, by kind: a value of another type there would change the answer without a word. */
export const MANIFEST_SHAPES: Readonly<Record<"Node" | "DaemonSet", ManifestShape>> = { Node: node, DaemonSet: daemonSet };
