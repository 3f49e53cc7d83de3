/**
 * The page of a stack without its own wire format or canvas, as text. It has a rectangle of SVG for each pod, and each
 * event sets the fill of one. It imports none of our code.
 */
export const NAIVE_PAGE = `<!doctype html><title>naive</title><svg id="grid" width="1440" height="900"></svg><script type="module">
const grid = document.querySelector("#grid");
const rects = new Map();
let waiting = [];
window.drawn = [];
const now = () => performance.timeOrigin + performance.now();
const fill = (isReady) => (isReady ? "#2a9d5c" : "#d1495b");
const { pods } = await (await fetch("/list")).json();
const across = Math.ceil(Math.sqrt((pods.length * 1440) / 900));
for (const [at, { uid, isReady }] of pods.entries()) {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const size = 1440 / across;
  for (const [name, value] of Object.entries({ x: (at % across) * size, y: Math.floor(at / across) * size, width: size * 0.8, height: size * 0.8, fill: fill(isReady) }))
    rect.setAttribute(name, value);
  rects.set(uid, rect);
  grid.append(rect);
}
new EventSource("/events").onmessage = ({ data }) => {
  const { uid, node, daemonSet, isReady } = JSON.parse(data);
  rects.get(uid)?.setAttribute("fill", fill(isReady));
  if (waiting.length === 0) requestAnimationFrame(() => {
    const atMs = now();
    for (const each of waiting) window.drawn.push({ ...each, atMs });
    waiting = [];
  });
  waiting.push({ node, daemonSet, isReady });
};
window.isReadyToMeasure = true;
</script>`;
