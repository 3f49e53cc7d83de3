/** The version of the program. It equals the version of the package, which a bundle does not contain. */
export const VERSION = "0.1.0";
