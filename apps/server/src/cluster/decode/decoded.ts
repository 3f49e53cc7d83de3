/** What came of one object: itself, or why it cannot be used. */
export type Decoded<T> = { readonly object: T } | { readonly problem: string };
