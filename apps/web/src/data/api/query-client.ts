import { QueryClient } from "@tanstack/react-query";

/** The cache of all answers. It is passed to each hook instead of a provider, so that the first load does not contain
 *  it. */
export const queryClient = new QueryClient();

// A provider would do this: fetch again when the window has focus or the network returns.
queryClient.mount();
