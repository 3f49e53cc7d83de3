/** The shape of a translation of `Source`: the same keys, and the same placeholders in the author's care (words.test.ts). Chinese has one plural form, so
 *  the `_one` forms of English fall away. */
export type Translated<Source> = {
  readonly [Key in keyof Source as Key extends `${string}_one` ? never : Key]: Source[Key] extends string
    ? string
    : Translated<Source[Key]>;
};
