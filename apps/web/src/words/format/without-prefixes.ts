/** The prefix of a qualified name: a DNS subdomain and its slash. */
const PREFIX = /(?<![\w.-])[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/(?=[A-Za-z0-9])/g;

/**
 * Removes the prefixes from label and taint keys in a sentence: `lacks gpu.present=true`. Used in narrow places that
 * also offer the whole sentence.
 */
export const withoutPrefixes = (sentence: string): string => sentence.replace(PREFIX, "");
