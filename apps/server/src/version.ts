/** Of the program; equal to the package's, which a bundle does not carry with it. */
export const VERSION = "0.1.0";
