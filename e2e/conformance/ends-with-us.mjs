// Child processes end with this process, for any cause, including an interrupt.
const ends = new Set();

process.on("exit", () => {
  // Ends in reverse order, so that a folder is removed after the processes that use it.
  for (const end of [...ends].reverse()) end();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

/** Calls `end`, which must be synchronous, when this process ends. */
export function atTheEnd(end) {
  ends.add(end);
}

/** Ends a child with this process, and returns the child. */
export function endsWithUs(child) {
  const end = () => child.kill("SIGTERM");
  ends.add(end);
  child.once("exit", () => ends.delete(end));
  return child;
}
