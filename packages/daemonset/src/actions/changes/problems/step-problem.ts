/** The reason that a step fails. `refused` quotes the API server, which would reject it; all others are checks of
 *  this code. */
export type StepProblem =
  /** `nearest` is a list with commas, empty if no name is similar. */
  | { readonly code: "unknownNode" | "unknownDaemonSet"; readonly name: string; readonly nearest: string }
  | { readonly code: "noNodeMatches"; readonly selector: string }
  | { readonly code: "noNodes" }
  /** `reason` is the wording of the API server. */
  | { readonly code: "badSelector"; readonly selector: string; readonly reason: string }
  | { readonly code: "badTaint"; readonly taint: string; readonly reason: "key" | "value" | "effect" }
  | { readonly code: "badLabel"; readonly label: string; readonly reason: "key" | "value" }
  | { readonly code: "badToleration"; readonly toleration: string; readonly reason: "key" | "operator" | "value" | "effect" | "seconds" }
  | { readonly code: "badAffinity"; readonly reason: string }
  | { readonly code: "badQuantity"; readonly resource: string; readonly quantity: string }
  | { readonly code: "badPort"; readonly port: number }
  | { readonly code: "badLimit"; readonly limit: string }
  | { readonly code: "badCount"; readonly count: number; readonly most: number }
  | { readonly code: "badName"; readonly name: string }
  | { readonly code: "badImage"; readonly container: string }
  | { readonly code: "unknownContainer"; readonly container: string; readonly daemonSet: string; readonly containers: string }
  | { readonly code: "unknownRevision"; readonly revision: number; readonly daemonSet: string; readonly revisions: string }
  /** The revision exists, but its template is not available. */
  | { readonly code: "revisionNotHeld"; readonly revision: number; readonly daemonSet: string }
  | { readonly code: "unknownPod"; readonly pod: string }
  | { readonly code: "otherKind"; readonly kind: string; readonly name: string }
  | { readonly code: "badManifest"; readonly name: string; readonly reason: string }
  /** The whole sentence is the API server's. */
  | { readonly code: "refused"; readonly reason: string };

/** The values in the problem, for text in another language. */
export function problemParams({ code: _, ...params }: StepProblem): Readonly<Record<string, string | number>> {
  return params;
}

export const rejectedBy = ({ code }: StepProblem): "us" | "server" => (code === "refused" ? "server" : "us");
