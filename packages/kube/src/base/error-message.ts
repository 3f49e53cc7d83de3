/** Returns the message of an error, or its name if the message is empty, as in an AggregateError of Node. */
export const errorMessage = (error: unknown): string => (error instanceof Error && error.message !== "" ? error.message : String(error));
