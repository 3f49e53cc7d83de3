/** Class names beside one another; what is false or undefined is not worn. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
