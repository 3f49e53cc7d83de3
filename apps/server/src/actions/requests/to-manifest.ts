import { type Json, objectField } from "@daemonscope/kube-client/decode/fields";

/** Annotations that controllers and kubectl write, and users do not. */
const IGNORED_ANNOTATIONS = /^(deprecated\.daemonset\.template\.generation|kubectl\.kubernetes\.io\/last-applied-configuration)$/;

const present = (fields: Json): Json => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Converts a stored object into a manifest: without the server's additions, so that it can be created again. */
export function toManifest(object: Json): Json {
  const metadata = objectField(object, "metadata");
  const annotations = Object.fromEntries(
    Object.entries(objectField(metadata, "annotations")).filter(([key]) => !IGNORED_ANNOTATIONS.test(key)),
  );
  return present({
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: present({
      name: metadata.name,
      namespace: metadata.namespace,
      labels: metadata.labels,
      annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
    }),
    spec: object.spec,
    data: object.data,
  });
}
