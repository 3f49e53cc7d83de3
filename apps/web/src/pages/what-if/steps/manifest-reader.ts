/** The reader of manifests with its YAML parser, as one file that the browser loads on demand. */
export { evaluatedDocuments } from "@daemonscope/kube/yaml/evaluated-documents";
export { readManifestText, readYamlValue } from "@daemonscope/kube/yaml/manifest-text";
export { ManifestTextError } from "@daemonscope/kube/yaml/manifest-text-error";
export { isPlainText } from "@daemonscope/kube/yaml/scalar-value";
