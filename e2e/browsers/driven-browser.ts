/** A browser with one page. It has only the functions that the smoke test needs. */
export interface DrivenBrowser {
  /** The product, and the version that the browser reports: `Firefox 140.0`. */
  readonly name: string;
  /** Resolves when the page is loaded. */
  goTo(url: string): Promise<void>;
  /** Returns the value of an expression on the page, as far as JSON can represent it. */
  evaluate<T>(expression: string): Promise<T>;
  /** Returns errors of scripts and of the console since the start; empty if the browser does not report them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}
