/**
 * The type that the API requires at a path of a manifest. Paths without a schema may hold anything, because no rule
 * reads them.
 */
export type ManifestSchema =
  | { readonly kind: "text" }
  | { readonly kind: "flag" }
  | { readonly kind: "wholeNumber" }
  | { readonly kind: "texts" }
  | { readonly kind: "list"; readonly of: ManifestSchema }
  | { readonly kind: "fields"; readonly of: Readonly<Record<string, ManifestSchema>> };

const text: ManifestSchema = { kind: "text" };
const flag: ManifestSchema = { kind: "flag" };
const wholeNumber: ManifestSchema = { kind: "wholeNumber" };
/** A map from strings to strings. */
const texts: ManifestSchema = { kind: "texts" };
const list = (of: ManifestSchema): ManifestSchema => ({ kind: "list", of });
const fields = (of: Readonly<Record<string, ManifestSchema>>): ManifestSchema => ({ kind: "fields", of });

const requirements = list(fields({ key: text, operator: text, values: list(text) }));
const metadata = fields({ name: text, namespace: text, labels: texts, annotations: texts });
const requiredAffinity = fields({ nodeSelectorTerms: list(fields({ matchExpressions: requirements, matchFields: requirements })) });
const podSpec = fields({
  nodeName: text,
  nodeSelector: texts,
  hostNetwork: flag,
  affinity: fields({ nodeAffinity: fields({ requiredDuringSchedulingIgnoredDuringExecution: requiredAffinity }) }),
  tolerations: list(fields({ key: text, operator: text, value: text, effect: text, tolerationSeconds: wholeNumber })),
});

const daemonSet = fields({
  apiVersion: text,
  metadata,
  spec: fields({
    selector: fields({ matchLabels: texts, matchExpressions: requirements }),
    template: fields({ metadata: fields({ labels: texts }), spec: podSpec }),
  }),
});

const node = fields({
  apiVersion: text,
  metadata,
  spec: fields({ taints: list(fields({ key: text, value: text, effect: text })) }),
});

/** The fields that a verdict depends on, by kind: a value of another type there would silently change the answer. */
export const MANIFEST_SCHEMAS: Readonly<Record<"Node" | "DaemonSet", ManifestSchema>> = { Node: node, DaemonSet: daemonSet };
