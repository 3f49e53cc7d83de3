/** The prefix of a qualified name: a DNS subdomain and its slash. */
const PREFIX = /(?<![\w.-])[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/(?=[A-Za-z0-9])/g;

/** A sentence in which the keys of labels and taints go without their prefixes: `lacks gpu.present=true`. For places with little room, beside the whole. */
export const withoutPrefixes = (sentence: string): string => sentence.replace(PREFIX, "");
