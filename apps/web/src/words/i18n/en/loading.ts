/** Parts that load when they are first shown. */
export const loading = {
  failed: "This part of the page could not be loaded: the server is unreachable, or runs another version. The rest of the page stays.",
  again: "Reload the page",
  section: "Loading this section",
} as const;
