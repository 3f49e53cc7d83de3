/** The lines of an answer, each as soon as it is there. What stands behind the last line break is no line. Throws what the browser says of a broken connection. `onBytes`: called whenever some came, a line or not. */
export async function* linesOf({ body }: Pick<Response, "body">, onBytes?: () => void): AsyncGenerator<string, void> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } finally {
    // Whoever does not want the rest does not load it.
    reader.cancel().catch(() => undefined);
  }
}
