/** A browser with one page, as far as a smoke needs it. */
export interface DrivenBrowser {
  /** The name that the browser reports. */
  readonly name: string;
  /** Returns when the page is loaded. */
  goTo(url: string): Promise<void>;
  /** The value of an expression on the page, as JSON holds it. */
  evaluate<T>(expression: string): Promise<T>;
  /** Errors of scripts and of the console since it began; empty where the browser does not tell them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}
