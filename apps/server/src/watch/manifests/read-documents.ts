import { type ManifestDocument, type ManifestText, readManifestText } from "@daemonscope/kube/yaml/manifest-text";
import { ManifestTextError } from "@daemonscope/kube/yaml/manifest-text-error";
import { UsageError } from "../../platform/failure/usage-error.ts";

/** Like `readManifestText`, for a file of a command. `file` is the name that the user gave. Throws UsageError. */
export function readManifests(text: string, file: string): ManifestText {
  try {
    return readManifestText(text, file);
  } catch (cause) {
    throw cause instanceof ManifestTextError ? new UsageError(cause.message) : cause;
  }
}

/** The objects of a file, if duplicate keys are of no interest. Throws UsageError. */
export const readDocuments = (text: string, file: string): readonly ManifestDocument[] => readManifests(text, file).documents;
