/** A uid in the API server's format, as four numbers of 32 bits. */
export interface UidNumbers {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}
