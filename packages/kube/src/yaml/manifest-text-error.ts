/** The problem of the YAML of a text, with its position from 1. */
export interface SyntaxProblem {
  /** One line, without a full stop at the end. */
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** A text that holds no manifests. The message is a sentence that begins with the label that the caller gave. */
export class ManifestTextError extends Error {
  /** Undefined if the problem is not one of YAML. */
  readonly syntax: SyntaxProblem | undefined;

  constructor(message: string, syntax?: SyntaxProblem) {
    super(message);
    this.syntax = syntax;
  }
}
