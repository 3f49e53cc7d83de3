/** The shape of a translation of `Source`, with the same keys. A test checks the placeholders (words.test.ts).
 *  Chinese has one plural form, so it omits the `_one` forms of English. */
export type Translated<Source> = {
  readonly [Key in keyof Source as Key extends `${string}_one` ? never : Key]: Source[Key] extends string
    ? string
    : Translated<Source[Key]>;
};
