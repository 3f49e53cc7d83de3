let read: URL | undefined;

/** The address that all of ours hang below. Read once, as the page loads: the server writes it relative to the address that the page was loaded from, which
 *  changes afterwards. */
export function baseUrl(): URL {
  read ??= new URL(".", document.baseURI);
  return read;
}
